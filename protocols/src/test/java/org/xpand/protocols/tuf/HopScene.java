package org.xpand.protocols.tuf;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * Two neighbours in virtual time: sources whose packets pass a filter, then a link with a capacity, a drop-tail queue and
 * a delay. Probes wait in the same queue; answers come back by a link of their own. TCP connections may share the queue.
 * Every packet counts as one unit.
 */
final class HopScene {
    static final long MS = 1_000_000;

    final TufConfig config;
    final TufHop near;
    final TufHop far;
    private final Timeline time;
    private final List<Source> sources = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(1);
    private final int queue;
    private double capacity;
    private long delay;
    private long busyUntil;
    private boolean answering = true;
    private long dropped;
    private long entered;

    /** Sends packets at a rate of its own, or, with rate 0, as fast as the filter lets it. */
    final class Source {
        private final TagLayers layers = new TagLayers();
        private final TagClock clock;
        private final double rate;
        private long arrived;
        private boolean sending = true;

        private Source(double rate) {
            this.rate = rate;
            this.clock = new TagClock(config.periodNanos(), random.nextLong(config.periodNanos()), config.tolerance());
        }

        private void send() {
            long interval = Math.round(1e9 / (rate > 0 ? rate : near.rate()));
            if (sending) {
                long tag = layers.next(1, clock.turn(interval, time.now()), 1);
                if (near.admit(header(tag), 1000, time.now())) {
                    enter(() -> {
                        arrived++;
                        far.packetReceived(1000, time.now());
                    }, () -> { });
                }
            }
            time.at(time.now() + interval, this::send);
        }

        void sending(boolean on) {
            sending = on;
        }
    }

    /** A TCP connection: slow start, one packet more per window, half the window when a loss is noticed. */
    final class Tcp {
        private double window = 2;
        private double threshold = 1e9;
        private int flight;
        private long number;
        private long recovery;
        private long arrived;

        private void fill() {
            while (flight < (int) window) {
                flight++;
                long mine = number++;
                long sent = time.now();
                enter(() -> {
                    arrived++;
                    time.at(time.now() + delay, this::acknowledged);
                }, () -> time.at(sent + 2 * delay + backlog(), () -> lost(mine)));
            }
        }

        private void acknowledged() {
            flight--;
            window += window < threshold ? 1 : 1 / window;
            fill();
        }

        private void lost(long mine) {
            flight--;
            if (mine >= recovery) {
                window = Math.max(1, window / 2);
                threshold = window;
                recovery = number;
            }
            fill();
        }
    }

    HopScene(TufConfig config, double capacity, int queue, long delay) {
        this(config, capacity, queue, delay, new Timeline());
    }

    HopScene(TufConfig config, double capacity, int queue, long delay, Timeline time) {
        this.time = time;
        this.config = config;
        this.capacity = capacity;
        this.queue = queue;
        this.delay = delay;
        near = new TufHop(config, 1);
        far = new TufHop(config, 2);
        poll(near, far);
    }

    Source source(double rate) {
        Source source = new Source(rate);
        sources.add(source);
        time.at(time.now() + random.nextLong(10 * MS), source::send);
        return source;
    }

    Tcp tcp() {
        Tcp tcp = new Tcp();
        time.at(time.now() + random.nextLong(100 * MS), tcp::fill);
        return tcp;
    }

    void capacity(double packetsPerSecond) {
        capacity = packetsPerSecond;
    }

    /** Whether answers get through. */
    void answering(boolean on) {
        answering = on;
    }

    long now() {
        return time.now();
    }

    void run(double seconds) {
        time.run(seconds);
    }

    /** Packets per second that arrived from each source over a time. */
    double[] rates(double seconds) {
        long[] before = sources.stream().mapToLong(source -> source.arrived).toArray();
        run(seconds);
        double[] rates = new double[before.length];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = (sources.get(i).arrived - before[i]) / seconds;
        }
        return rates;
    }

    double rate(Tcp tcp, double seconds) {
        long before = tcp.arrived;
        run(seconds);
        return (tcp.arrived - before) / seconds;
    }

    /** Share of the packets that the queue dropped since this was last asked. */
    double lossSinceLastAsked() {
        double loss = (double) dropped / Math.max(1, entered);
        dropped = 0;
        entered = 0;
        return loss;
    }

    private long backlog() {
        return Math.max(0, busyUntil - time.now());
    }

    /** Puts a packet into the queue, or drops it. */
    void enter(Runnable arrival, Runnable drop) {
        entered++;
        double serviceNanos = 1e9 / capacity;
        if (backlog() > queue * serviceNanos) {
            dropped++;
            drop.run();
            return;
        }
        busyUntil = Math.max(time.now(), busyUntil) + Math.round(serviceNanos);
        time.at(busyUntil + delay, arrival);
    }

    /** Pulls what the near hop has to say, at its deadlines and often enough to be in time for the others. */
    private void poll(TufHop from, TufHop to) {
        pull(from, true, to);
        time.at(time.now() + 5 * MS, () -> poll(from, to));
    }

    private void pull(TufHop from, boolean forward, TufHop to) {
        byte[] buffer = new byte[64];
        WireWriter out = new WireWriter(buffer);
        while (from.nextDeadlineNanos() <= time.now() && from.pullMessage(out.reset(0, 64), time.now())) {
            int length = out.position();
            boolean probe = buffer[0] == TufHopMessage.PROBE;
            if (probe == forward) {
                byte[] copy = buffer.clone();
                Runnable arrival = () -> {
                    to.messageReceived(new WireReader().reset(copy, 0, length), time.now());
                    pull(to, !forward, from);
                };
                if (forward) {
                    enter(arrival, () -> { });
                } else if (answering) {
                    time.at(time.now() + delay, arrival);
                }
            }
        }
    }

    static WireReader header(long tag) {
        byte[] bytes = new byte[TufDataHeader.SHORT_LENGTH];
        TufDataHeader.writeTag(new WireWriter(bytes), tag);
        return new WireReader(bytes);
    }
}
