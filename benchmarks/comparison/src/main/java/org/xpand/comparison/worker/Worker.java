package org.xpand.comparison.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.xpand.comparison.peer.Peer;
import org.xpand.comparison.peer.PeerEndpoint;
import org.xpand.comparison.peer.Place;

/**
 * A process that is measured. It does what the lines of its input say and answers each with one line that begins with
 * {@value #ANSWER}; when its input ends it leaves.
 */
public final class Worker {
    /** What answers begin with; whatever else is printed is not for the one who asked. */
    public static final String ANSWER = "@";

    /** How long the last message may wait for room; longer than that it is given up. */
    private static final long STOP_MILLIS = 5000;

    private final Tally tally;
    private final int index;
    private final Vitals vitals = new Vitals();
    private final PeerEndpoint endpoint;
    private Generator generator;
    private Thread sending;

    private Worker(Peer peer, Place place) throws Exception {
        index = place.index();
        tally = new Tally(index, place.ports().size());
        endpoint = peer.open(place, tally);
    }

    /** @param arguments the peer's name, the index of this process, all ports */
    public static void main(String[] arguments) throws Exception {
        Worker worker = new Worker(Peer.of(arguments[0]), Place.of(Integer.parseInt(arguments[1]), arguments[2]));
        worker.serve();
        worker.endpoint.close();
        System.exit(0);
    }

    private void serve() throws IOException, InterruptedException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(ANSWER + answer(line.split(" ")));
        }
    }

    private String answer(String[] words) throws InterruptedException {
        switch (words[0]) {
            case "connected":
                return "connected=" + endpoint.connected();
            case "expect":
                tally.expect(Integer.parseInt(words[1]), Boolean.parseBoolean(words[2]), Long.parseLong(words[3]));
                return "";
            case "send":
                send(Integer.parseInt(words[1]), Integer.parseInt(words[2]), Double.parseDouble(words[3]));
                return "";
            case "stop":
                return "sent=" + stop();
            case "mark":
                return "nanos=" + System.nanoTime() + " messages=" + tally.messages() + " bytes=" + tally.bytes()
                        + " cpu=" + vitals.cpuNanos() + " allocated=" + vitals.allocatedBytes() + " resident="
                        + vitals.residentBytes() + " switches=" + vitals.switches() + " senders="
                        + Arrays.stream(tally.bySender()).mapToObj(String::valueOf).collect(Collectors.joining(","));
            case "threads":
                return "threads=" + vitals.allocatedByThread();
            case "count":
                return "messages=" + tally.messages() + " disordered=" + tally.disordered();
            case "state":
                return "state=" + endpoint.state().replace(' ', '_');
            case "limits":
                return "limits=" + endpoint.limits().text();
            case "latencies":
                return "latencies=" + tally.latencies();
            default:
                throw new IllegalArgumentException(words[0]);
        }
    }

    private void send(int phase, int size, double rate) {
        generator = new Generator(endpoint, index, phase, size, rate);
        sending = new Thread(generator, "generator");
        sending.start();
    }

    private long stop() throws InterruptedException {
        generator.stop();
        sending.join(STOP_MILLIS);
        if (sending.isAlive()) {
            sending.interrupt();
            sending.join();
        }
        return generator.sent();
    }
}
