package org.xpand.testbed.row;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.xpand.testbed.bed.Bed;
import org.xpand.testbed.bed.BedProcess;
import org.xpand.testbed.bed.FlowKey;

/** A group with a process in each of its sites, the first of which sends as much as it may. */
final class XpandGroup implements Contender {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int PORT = 7800;
    private static final int START_SECONDS = 90;
    /** Sites that start together: many new processes delay each other by seconds, and then the sites take each other for silent. */
    private static final int WAVE = 4;

    private final String source;
    private final List<BedProcess> sinks = new ArrayList<>();
    private final List<BedProcess> all = new ArrayList<>();
    private final long startedNanos;

    /**
     * Starts the processes and waits until it sends.
     *
     * @param sends whether the first site sends; without, it only listens too
     */
    XpandGroup(RunSettings settings, Bed bed, String source, List<String> receivers, boolean sends)
            throws IOException, InterruptedException {
        this.source = source;
        for (String receiver : receivers) {
            String seed = sinks.isEmpty() ? source : receivers.get(0);
            BedProcess sink = bed.start(receiver, receiver, command(settings, bed, receiver, seed, "sink", List.of()));
            sinks.add(sink);
            if (sinks.size() % WAVE == 0) {
                sink.await(line -> members(line) > sinks.size() - WAVE, START_SECONDS);
            }
        }
        List<String> options = sends ? List.of("--size", String.valueOf(settings.size()), "--wait",
                String.valueOf(receivers.size() + 1), "--wait-seconds", String.valueOf(START_SECONDS)) : List.of();
        BedProcess first = bed.start(source, source, command(settings, bed, source, receivers.get(0), sends ? "load" : "sink",
                options));
        all.add(first);
        all.addAll(sinks);
        if (sends) {
            first.await(line -> is(line, "sending"), START_SECONDS);
        } else {
            first.await(line -> members(line) > receivers.size(), START_SECONDS);
        }
        startedNanos = System.nanoTime();
    }

    private static List<String> command(RunSettings settings, Bed bed, String site, String seed, String what,
                                        List<String> options) {
        List<String> command = new ArrayList<>(settings.java());
        command.addAll(List.of(what, "--site", site, "--wan-bind", bed.address(site) + ":" + PORT, "--seeds",
                bed.address(seed) + ":" + PORT, "--lan", "local", "--group", "g", "--seconds", "0", "--strategy",
                settings.contender()));
        command.addAll(options);
        command.addAll(settings.settings());
        return command;
    }

    private static boolean is(String line, String type) {
        return parse(line).path("type").asText().equals(type);
    }

    private static int members(String line) {
        return parse(line).path("members").asInt();
    }

    private static JsonNode parse(String line) {
        try {
            return line.startsWith("{") ? MAPPER.readTree(line) : MAPPER.nullNode();
        } catch (JsonProcessingException e) {
            return MAPPER.nullNode();
        }
    }

    @Override
    public long startedNanos() {
        return startedNanos;
    }

    @Override
    public Predicate<FlowKey> fromSource() {
        return flow -> flow.source().equals(source) && flow.protocol().equals("udp");
    }

    @Override
    public List<Long> delivered() {
        return sinks.stream().map(sink -> delivered(sink.lines())).toList();
    }

    /** Bytes delivered until now by what a sink has written: each second it reports the sum since it began. */
    static long delivered(List<String> lines) {
        for (int i = lines.size() - 1; i >= 0; i--) {
            JsonNode line = parse(lines.get(i));
            if (line.path("type").asText().equals("second")) {
                return line.path("bytesDelivered").asLong();
            }
        }
        return 0;
    }

    /** The processes' numbers, the sender's first. */
    List<Long> pids() throws InterruptedException {
        List<Long> pids = new ArrayList<>();
        for (BedProcess process : all) {
            pids.add(process.pid());
        }
        return pids;
    }
}
