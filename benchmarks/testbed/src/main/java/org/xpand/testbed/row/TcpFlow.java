package org.xpand.testbed.row;

import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.xpand.testbed.bed.Bed;
import org.xpand.testbed.bed.BedProcess;
import org.xpand.testbed.bed.FlowKey;

/** A TCP connection of the kernel's that sends as much as it may, from a site to another of its own. */
final class TcpFlow implements Contender {
    private static final String PORT = "5201";
    private static final int START_SECONDS = 10;

    private final String from;
    private final String to;
    private final long startedNanos;

    /** Starts it. */
    TcpFlow(Bed bed, String from, String to, String congestionControl) throws IOException, InterruptedException {
        this.from = from;
        this.to = to;
        BedProcess sink = bed.startTool(to, "tcp-" + to, "tcp-sink", PORT);
        sink.await("listening"::equals, START_SECONDS);
        startedNanos = System.nanoTime();
        bed.startTool(from, "tcp-" + from + "-" + to, "tcp-send", bed.address(to), PORT, congestionControl,
                String.valueOf(bed.reportIntervalMillis()));
    }

    String to() {
        return to;
    }

    @Override
    public long startedNanos() {
        return startedNanos;
    }

    @Override
    public Predicate<FlowKey> fromSource() {
        return flow -> flow.source().equals(from) && flow.target().equals(to) && flow.protocol().equals("tcp");
    }

    /** Not known: the kernel does not report it by the second. */
    @Override
    public List<Long> delivered() {
        return List.of();
    }
}
