package org.xpand.examples.traffic;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Sends numbered messages to a group, and checks what comes from all its members. */
@Command(name = "load", mixinStandardHelpOptions = true,
        header = "Sends numbered, timed messages to a group, to measure it.",
        description = {"Also counts what the members in this process deliver. Prints one JSON object per second and a "
                + "summary at the end. Exits with 0 only if everything it sent became stable and nothing it received "
                + "was lost, duplicated or reordered.",
                "Latencies compare the clocks of sender and receiver: they are valid on one machine, or with "
                + "synchronised clocks. With --rate they count from the time a message was due, so that time spent "
                + "waiting for the group is included."})
public final class LoadCommand implements Callable<Integer> {
    private static final int PATIENCE_SECONDS = 10;
    /** One message per microsecond is more than a thread can produce. */
    private static final double MAX_RATE = 1e6;
    /** Longest message of a group. */
    private static final int MAX_SIZE = 16 << 20;
    /** Each sender is a node with threads of its own. */
    private static final int MAX_SENDERS = 256;

    @Mixin
    private TrafficOptions options = new TrafficOptions();

    @Option(names = "--rate", paramLabel = "MESSAGES", description = "Messages per second of each sender; 0: as many as the "
            + "group accepts (default: 0).")
    private double rate;

    @Option(names = "--size", paramLabel = "BYTES", description = "Bytes of a message, "
            + TrafficMessage.LENGTH + " or more (default: 1000).")
    private int size = 1000;

    @Option(names = "--seconds", description = "How long to send; 0: until a line '" + Ending.STOP
            + "', and stay until the end of the input (default: 10).")
    private int seconds = 10;

    @Option(names = "--senders", description = "Nodes of the site to run in this process, each a "
            + "member and a sender (default: 1). Only the first has --wan-bind.")
    private int senders = 1;

    @Option(names = "--wait", paramLabel = "MEMBERS", description = "Members of the group to wait for "
            + "before sending (default: 2).")
    private int wait = 2;

    @Option(names = "--wait-seconds", description = "How long to wait for them (default: 60).")
    private int waitSeconds = 60;

    @Option(names = "--drain", paramLabel = "SECONDS", description = "How long to wait at the end "
            + "until every member has everything (default: 10).")
    private int drain = 10;

    @Override
    public Integer call() throws IOException, InterruptedException {
        TrafficOptions.check("--rate", rate, 0, MAX_RATE);
        TrafficOptions.check("--size", size, TrafficMessage.LENGTH, MAX_SIZE);
        TrafficOptions.check("--seconds", seconds, 0);
        TrafficOptions.check("--senders", senders, 1, MAX_SENDERS);
        TrafficOptions.check("--wait", wait, 0);
        TrafficOptions.check("--wait-seconds", waitSeconds, 0);
        TrafficOptions.check("--drain", drain, 0);
        try (Ending ending = new Ending(drain + PATIENCE_SECONDS);
                TrafficRun run = new TrafficRun(options, ending)) {
            run.start(senders);
            if (seconds == 0) {
                ending.watchInput();
            }
            if (run.awaitMembers(wait, waitSeconds)) {
                send(run, ending);
            }
            if (seconds == 0) {
                ending.awaitEnd();
            }
            return run.finish() ? 0 : 1;
        }
    }

    private void send(TrafficRun run, Ending ending) throws InterruptedException {
        run.print("sending");
        List<Sender> running = new ArrayList<>();
        for (TrafficMember member : run.members()) {
            running.add(new Sender(member.group(), rate, seconds, size, ending, member.node().name()));
        }
        if (seconds == 0) {
            ending.awaitStop();
        } else {
            ending.awaitStop(TimeUnit.SECONDS.toNanos(seconds));
            ending.stop();
        }
        for (Sender sender : running) {
            sender.finish();
        }
        run.drain(drain);
        run.print("sent");
    }
}
