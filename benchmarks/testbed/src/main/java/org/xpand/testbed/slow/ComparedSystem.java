package org.xpand.testbed.slow;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.xpand.testbed.bed.Bed;
import org.xpand.testbed.bed.BedProcess;

/** A way to bring one site's messages to the others. */
enum ComparedSystem {
    /** The sender writes each message to a TCP connection of every site. */
    TCP("TCP to each site") {
        @Override
        BedProcess start(Programs programs, Bed bed, String source, List<BedProcess> sinks) throws IOException, InterruptedException {
            for (String receiver : RECEIVERS) {
                sinks.add(listening(bed.start(receiver, receiver, programs.rival("star-sink"))));
            }
            List<String> load = new ArrayList<>(programs.rival("star-load", RATE, SIZE));
            RECEIVERS.forEach(receiver -> load.add(bed.address(receiver)));
            return bed.start(source, source, load);
        }
    },
    /** The sender publishes at a NATS server of its own site, to which every site is connected. */
    NATS("NATS") {
        @Override
        BedProcess start(Programs programs, Bed bed, String source, List<BedProcess> sinks) throws IOException, InterruptedException {
            String url = "nats://" + bed.address(source) + ":" + NATS_PORT;
            bed.start(source, "nats-server", List.of(programs.natsServer(), "-a", bed.address(source), "-p", NATS_PORT))
                    .await(line -> line.contains("Server is ready"), START_SECONDS);
            for (String receiver : RECEIVERS) {
                sinks.add(listening(bed.start(receiver, receiver, programs.rival("nats-sink", url))));
            }
            return bed.start(source, source, programs.rival("nats-load", RATE, SIZE, url));
        }
    },
    /** A group as it is without any setting: nobody is left behind. */
    XPAND("Xpand") {
        @Override
        BedProcess start(Programs programs, Bed bed, String source, List<BedProcess> sinks) throws IOException, InterruptedException {
            return xpand(programs, bed, source, sinks, List.of());
        }
    },
    /** A group that does not wait for a site whose path allows less than so much. */
    XPAND_MINIMUM("Xpand, minimum rate") {
        @Override
        BedProcess start(Programs programs, Bed bed, String source, List<BedProcess> sinks) throws IOException, InterruptedException {
            return xpand(programs, bed, source, sinks, List.of("--minimum-rate", "4000000"));
        }
    };

    /** The sites that receive; the last one is the slow one. */
    static final List<String> RECEIVERS = List.of("r1", "r2", "r3", "slow");
    private static final String RATE = "2000";
    private static final String SIZE = "1000";
    private static final String NATS_PORT = "4222";
    private static final String XPAND_PORT = "7800";
    private static final int START_SECONDS = 60;

    private final String title;

    ComparedSystem(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /**
     * Starts it.
     *
     * @param sinks takes the programs that receive, in the order of {@link #RECEIVERS}
     * @return the program that sends, which reports when it begins
     */
    abstract BedProcess start(Programs programs, Bed bed, String source, List<BedProcess> sinks)
            throws IOException, InterruptedException;

    private static BedProcess listening(BedProcess sink) throws InterruptedException {
        sink.await("listening"::equals, START_SECONDS);
        return sink;
    }

    private static BedProcess xpand(Programs programs, Bed bed, String source, List<BedProcess> sinks, List<String> settings)
            throws IOException {
        for (String receiver : RECEIVERS) {
            sinks.add(bed.start(receiver, receiver, xpand(programs, bed, "sink", receiver, source, settings)));
        }
        List<String> load = xpand(programs, bed, "load", source, RECEIVERS.get(0), settings);
        load.addAll(List.of("--rate", RATE, "--size", SIZE, "--wait", String.valueOf(RECEIVERS.size() + 1), "--wait-seconds",
                String.valueOf(START_SECONDS)));
        return bed.start(source, source, load);
    }

    private static List<String> xpand(Programs programs, Bed bed, String what, String site, String seed, List<String> settings) {
        List<String> command = new ArrayList<>(programs.xpand());
        command.addAll(List.of(what, "--site", site, "--wan-bind", bed.address(site) + ":" + XPAND_PORT, "--seeds",
                bed.address(seed) + ":" + XPAND_PORT, "--lan", "local", "--group", "g", "--seconds", "0"));
        command.addAll(settings);
        return command;
    }

    /**
     * The programs.
     *
     * @param java       a virtual machine with its options
     * @param xpandJar   the xpand command
     * @param natsServer the NATS server
     */
    record Programs(List<String> java, Path xpandJar, String natsServer) {
        private List<String> rival(String... arguments) {
            List<String> command = new ArrayList<>(java);
            command.addAll(List.of("-cp", new File(System.getProperty("java.class.path")).getAbsolutePath(), Rival.class.getName()));
            command.addAll(List.of(arguments));
            return command;
        }

        private List<String> xpand() {
            List<String> command = new ArrayList<>(java);
            command.addAll(List.of("-jar", xpandJar.toAbsolutePath().toString()));
            return command;
        }
    }
}
