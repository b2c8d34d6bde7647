package org.xpand.core;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.api.Endpoint;

/**
 * The program of a {@link MemberProcess}: joins one group, sends numbered messages, and counts what it receives from each sender.
 * The state consists of these counts and of additional bytes, which are not stored but generated and checked while they pass.
 */
final class CountingMember implements MessageListener, StateProvider, StateConsumer {
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final int PIECE = 10_000;
    private static final int TELLS = 20;

    private final Map<String, Long> next = new TreeMap<>();
    private final Kind kind;
    private final long stateBytes;
    private int reads;
    private boolean silent;

    /** How a member uses the group's state. */
    enum Kind {
        /** It receives the state if it is not the first, and provides it to others. */
        GIVES,
        /** It only receives it. */
        TAKES,
        /** Neither; and it joins only on command. */
        PLAIN
    }

    private CountingMember(Kind kind, long stateBytes) {
        this.kind = kind;
        this.stateBytes = stateBytes;
    }

    private static void say(String line) {
        System.out.println(line);
    }

    @Override
    public synchronized void onMessage(Message message) {
        long number = ByteBuffer.wrap(message.payload()).getLong();
        String sender = message.sender().toString();
        // Without a state, the first number of a sender may be any.
        long expected = next.getOrDefault(sender, kind == Kind.PLAIN ? number : 0);
        if (number != expected) {
            say("FAULT of " + sender + " given " + number + ", where " + expected + " is next");
        }
        next.put(sender, number + 1);
    }

    @Override
    public void onGap(Gap gap) {
        say("FAULT " + gap);
    }

    @Override
    public synchronized Snapshot snapshot() {
        Map<String, Long> now = Map.copyOf(next);
        return out -> write(now, out);
    }

    private void write(Map<String, Long> state, OutputStream stream) throws IOException {
        say("giving");
        DataOutputStream out = new DataOutputStream(stream);
        out.writeInt(state.size());
        for (Map.Entry<String, Long> each : state.entrySet()) {
            out.writeUTF(each.getKey());
            out.writeLong(each.getValue());
        }
        byte[] piece = new byte[PIECE];
        CRC32 sum = new CRC32();
        for (long left = stateBytes; left > 0; left -= PIECE) {
            ByteBuffer.wrap(piece).putLong(left);
            int length = (int) Math.min(PIECE, left);
            sum.update(piece, 0, length);
            out.write(piece, 0, length);
        }
        say("given " + Long.toHexString(sum.getValue()));
    }

    @Override
    public synchronized void read(InputStream stream) throws IOException {
        say("taking " + ++reads);
        next.clear();
        DataInputStream in = new DataInputStream(stream);
        for (int left = in.readInt(); left > 0; left--) {
            next.put(in.readUTF(), in.readLong());
        }
        byte[] piece = new byte[PIECE];
        CRC32 sum = new CRC32();
        long bytes = 0;
        long reported = 0;
        for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
            sum.update(piece, 0, length);
            bytes += length;
            if (bytes >= (reported + 1) * stateBytes / TELLS) {
                say("read " + reads + " at " + ++reported * 100 / TELLS + " %");
            }
        }
        say("taken " + bytes + " " + Long.toHexString(sum.getValue()));
    }

    private synchronized boolean isSilent() {
        return silent;
    }

    private synchronized void command(String line, Group group) {
        switch (line) {
            case "silence" -> silent = true;
            case "tell" -> say("has " + next + " of " + group.view().members().stream().map(GroupView.Member::name).sorted().toList());
            default -> say("unknown command " + line);
        }
    }

    private static long heapPeak() {
        return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getPeakUsage).mapToLong(usage -> usage.getUsed()).sum();
    }

    private void run(XpandNode node) throws IOException, InterruptedException {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        if (kind == Kind.PLAIN && !"join".equals(commands.readLine())) {
            return;
        }
        JoinOptions options = JoinOptions.reliable();
        long begun = System.nanoTime();
        Group group = node.join("counts", kind == Kind.PLAIN ? options
                : options.withState(kind == Kind.GIVES ? this : null, this), this);
        say("joined after " + (System.nanoTime() - begun) / 1_000_000 + " ms, heap " + (heapPeak() >> 20) + " MiB");
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        AtomicLong number = new AtomicLong();
        clock.scheduleWithFixedDelay(() -> {
            if (!isSilent()) {
                send(group, number.getAndIncrement());
            }
        }, 0, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        for (String line = commands.readLine(); line != null && !line.equals("leave"); line = commands.readLine()) {
            command(line, group);
        }
        synchronized (this) {
            silent = true;
        }
        node.close(Duration.ofSeconds(2));
    }

    private static void send(Group group, long number) {
        try {
            group.send(ByteBuffer.allocate(100).putLong(number).array());
        } catch (InterruptedException | GroupException e) {
            say("sends no more: " + e);
            throw new IllegalStateException(e);
        }
    }

    /**
     * Runs a member.
     *
     * @param arguments its name, its site's name, ports of its site and of the seed, its port on the LAN and those of its peers
     *                  separated by commas, how many bytes of state there are, and its {@link Kind}
     */
    public static void main(String[] arguments) throws Exception {
        say("starting");
        List<Endpoint> peers = Stream.of(arguments[5].split(",")).map(port -> new Endpoint("127.0.0.1", Integer.parseInt(port))).toList();
        XpandNode node = XpandNode.builder().name(arguments[0]).site(arguments[1]).wanBind("127.0.0.1:" + arguments[2])
                .seeds("127.0.0.1:" + arguments[3])
                .lan(new LanTransport.Tcp(new Endpoint("127.0.0.1", Integer.parseInt(arguments[4])), peers))
                .onEvent(event -> say((event instanceof NodeEvent.DelegateChanged changed ? changed.serves() ? "delegate " : "resigned " : "event ")
                        + event.text())).start();
        say("up");
        new CountingMember(Kind.valueOf(arguments[7]), Long.parseLong(arguments[6])).run(node);
        System.exit(0);
    }
}
