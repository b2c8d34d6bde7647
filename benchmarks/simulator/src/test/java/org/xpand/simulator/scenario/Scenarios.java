package org.xpand.simulator.scenario;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Scenarios for tests, in JSON with single quotes, and the hash of what they write. */
final class Scenarios {
    /** Everything random at once: RED, bursts, on/off traffic, TCP, a session, changes. */
    static final String MIXED = """
            {'seconds': 12, 'window': {'fromSeconds': 4, 'toSeconds': 12}, 'sampleSeconds': 0.5, 'seeds': [1, 2],
             'nodes': ['s', 'left', 'right', 'r*3'], 'linkDefault': {'rateMbps': 100, 'delayMs': 1},
             'links': [{'from': 's', 'to': 'left', 'both': true}, {'from': 'right', 'to': 'r*', 'both': true},
              {'from': 'left', 'to': 'right', 'rateMbps': 2, 'delayMs': 20, 'queuePackets': 40,
               'red': {'minPackets': 5, 'maxPackets': 15}},
              {'from': 'right', 'to': 'left', 'delayMs': 20, 'burstLoss': {'lossPercent': 0.5, 'burstPackets': 2}}],
             'changes': [{'atSeconds': 8, 'from': 'left', 'to': 'right', 'rateMbps': 1.5, 'lossPercent': 0.2}],
             'tcp': [{'name': 'ftp', 'from': 's', 'to': 'r1', 'startSeconds': 1}],
             'udp': [{'name': 'web', 'from': 's', 'to': 'r2', 'rateMbps': 0.5,
               'on': {'distribution': 'pareto', 'meanMs': 200}, 'off': {'distribution': 'exponential', 'meanMs': 500}}],
             'sessions': [{'name': 'ours', 'source': 's', 'receivers': [{'node': 'r*'},
               {'node': 'r3', 'joinSeconds': 3, 'leaveSeconds': 7}]}]}
            """;
    /** Whole sites with senders and faults. */
    static final String SITES = """
            {'seconds': 12, 'window': {'fromSeconds': 4, 'toSeconds': 12}, 'sampleSeconds': 0.5,
             'sites': {'wan': 'default', 'count': 3, 'processes': 2,
              'senders': [{'site': 'site1', 'process': 2, 'rateMbps': 0.4},
                          {'site': 'site2', 'startSeconds': 2, 'stopSeconds': 9, 'messageBytes': 500}],
              'faults': [FAULTS]}}
            """;

    /** The same with little to send and no faults. */
    static final String QUIET_SITES = SITES.replace("'startSeconds': 2", "'startSeconds': 2, 'rateMbps': 0.5")
            .replace("FAULTS", "");

    /** Sites on both sides of a bottleneck that TCP takes too, from 10 s on. */
    static final String SHARED_SITES = """
            {'seconds': 40, 'window': {'fromSeconds': 20, 'toSeconds': 40}, 'nodes': ['west', 'left', 'right', 'east*2'],
             'linkDefault': {'rateMbps': 100, 'delayMs': 1},
             'links': [{'from': 'west', 'to': 'left', 'both': true, 'jitterMs': 4},
              {'from': 'right', 'to': 'east*', 'both': true},
              {'from': 'left', 'to': 'right', 'both': true, 'rateMbps': 2, 'delayMs': 20, 'queuePackets': 60,
               'red': {'minPackets': 5, 'maxPackets': 25}}],
             'tcp': [{'name': 'ftp', 'from': 'west', 'to': 'east1', 'startSeconds': 10}],
             'sites': {'nodes': ['west', 'east*'], 'senders': [{'site': 'west', 'messageBytes': 1200}], 'faults': [FAULTS]}}
            """;

    private Scenarios() {
    }

    static Scenario parse(String json) {
        return Scenario.parse("x.json", json.replace('\'', '"'));
    }

    /** SHA-256 of all that a scenario writes. */
    static String hash(Scenario scenario, List<Long> seeds) {
        try {
            StringWriter out = new StringWriter();
            List<RunResult> runs = seeds.parallelStream().map(scenario::run).toList();
            ResultJson.write(scenario, runs, out);
            for (ResultCsv table : ResultCsv.values()) {
                table.write(scenario, runs, out);
            }
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(out.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static String named(String name) {
        return switch (name) {
            case "mixed" -> MIXED;
            case "sites" -> QUIET_SITES;
            default -> SHARED_SITES.replace("FAULTS", "");
        };
    }

    /** Prints the hash of the scenario of a name with the seeds given, for another process to compare. */
    public static void main(String[] args) {
        System.out.println(hash(parse(named(args[0])),
                Arrays.stream(args).skip(1).map(Long::valueOf).toList()));
    }
}
