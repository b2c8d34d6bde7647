package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.coding.CodedLayout;
import org.xpand.protocols.coding.CodedReceiver;
import org.xpand.protocols.coding.CodedSender;
import org.xpand.protocols.coding.RandomAccess;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.simulator.WanProfile;

/** Layered groups over whole sites: what each gets, and that gaps are reported. */
class LayeredSitesTest {
    private static final long MS = 1_000_000;
    private static final RateStrategy TUF = RateStrategies.create("tuf", Map.of());

    @TempDir
    private Path folder;

    /** A source in the middle and three sites around it, at 1, 4 and 16 Mbit/s. */
    private WanProfile star() throws Exception {
        return WanProfile.load(Files.writeString(folder.resolve("star.json"), """
                {"sites": ["source", "slow", "middle", "fast"],
                 "default": {"delayMs": 40, "rateMbps": 100, "queuePackets": 100},
                 "links": [{"from": "source", "to": "slow", "both": true, "delayMs": 10, "rateMbps": 1, "queuePackets": 30},
                           {"from": "source", "to": "middle", "both": true, "delayMs": 10, "rateMbps": 4, "queuePackets": 50},
                           {"from": "source", "to": "fast", "both": true, "delayMs": 10, "rateMbps": 16}]}
                """).toString());
    }

    /** Sends as fast as the window lets it, each message of the precedence that the counter gives. */
    private static void greedy(LossySites.Process process, int[] cycle) {
        long[] count = new long[1];
        process.afterTurn = () -> {
            while (process.joined && process.member.sender().open()) {
                process.member.sender().accept(cycle[(int) (count[0]++ % cycle.length)], new byte[1200],
                        process.queueNow());
            }
        };
    }

    private static void assertAccountedFor(LossySites.Process receiver, LossySites.Process sender, int precedence,
                                           long sent) {
        long got = receiver.delivered.getOrDefault(sender.sender(), new long[8])[precedence];
        long lost = receiver.dropped.getOrDefault(sender.sender(), new long[8])[precedence];
        assertThat(got + lost).isEqualTo(sent);
    }

    /** Its round-trip time is measured first, and the network loses some of what comes then. */
    @Test
    void whatIsSentAsSoonAsASiteIsKnownIsDeliveredOrReported() throws Exception {
        WanProfile profile = WanProfile.load(Files.writeString(folder.resolve("two.json"), """
                {"sites": ["a", "b"], "default": {"delayMs": 40, "rateMbps": 20, "queuePackets": 100, "lossPercent": 10}}
                """).toString());
        for (int seed = 1; seed <= 5; seed++) {
            LossySites sites = new LossySites(profile, TUF, List.of(), seed);
            LossySites.Process source = sites.start(0);
            sites.run(2);
            source.member.sender().accept(0, new byte[500], source.queueNow());
            LossySites.Process receiver = sites.start(1);
            boolean[] sent = new boolean[1];
            source.afterTurn = () -> {
                if (receiver.overlay() != null && !sent[0]) {
                    sent[0] = true;
                    for (int i = 0; i < 100; i++) {
                        source.member.sender().accept(0, new byte[500], source.queueNow());
                    }
                }
            };
            sites.run(20);
            assertAccountedFor(receiver, source, 0, 100);
            assertThat(receiver.firstReceived(source)).isEqualTo(1);
            assertThat(receiver.delivered.get(source.sender())[0]).isGreaterThan(20);
        }
    }

    /** On the mean of some runs: the fast site's share of a single one lies anywhere from 12 to 15. */
    @Test
    void everySiteGetsWhatItsOwnPathAllows() throws Exception {
        double[] bytes = new double[3];
        int runs = 6;
        for (int seed = 1; seed <= runs; seed++) {
            LossySites sites = new LossySites(star(), TUF, List.of(), seed);
            LossySites.Process source = sites.start(0);
            List<LossySites.Process> receivers = List.of(sites.start(1), sites.start(2), sites.start(3));
            sites.run(2);
            greedy(source, new int[] {0});
            sites.run(12);
            long[] before = receivers.stream().mapToLong(each -> each.bytes).toArray();
            sites.run(20);
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] += receivers.get(i).bytes - before[i];
            }
            source.afterTurn = () -> { };
            sites.run(5);
            long sent = source.delivered.get(source.sender())[0];
            assertThat(source.dropped).isEmpty();
            receivers.forEach(each -> assertAccountedFor(each, source, 0, sent));
        }
        assertThat(bytes[0] * 8 / 20 / runs).isBetween(800_000.0, 1_000_000.0);
        assertThat(bytes[1] / bytes[0]).isCloseTo(4, within(0.8));
        assertThat(bytes[2] / bytes[0]).isCloseTo(16, within(3.2));
    }

    @Test
    void linksDropTheLessImportantFirst() throws Exception {
        LossySites sites = new LossySites(star(), TUF, List.of(400_000L), 2);
        LossySites.Process source = sites.start(0);
        LossySites.Process slow = sites.start(1);
        LossySites.Process middle = sites.start(2);
        sites.run(2);
        paced(source, 24 * MS, 0);
        paced(source, 4 * MS, 1);
        sites.run(40);
        assertThat(share(slow, source, 0)).as("400 kbit/s of 1 Mbit/s").isGreaterThan(0.95);
        assertThat(share(slow, source, 1)).as("2.4 Mbit/s do not fit").isBetween(0.05, 0.3);
        assertThat(share(middle, source, 0)).isGreaterThan(0.97);
        assertThat(share(middle, source, 1)).isGreaterThan(0.9);
    }

    /** Messages of 1200 bytes at a fixed interval. */
    private void paced(LossySites.Process process, long interval, int precedence) {
        process.every(interval, () -> process.member.sender().accept(precedence, new byte[1200], process.queueNow()));
    }

    private static double share(LossySites.Process receiver, LossySites.Process sender, int precedence) {
        double got = receiver.delivered.get(sender.sender())[precedence];
        long[] lost = receiver.dropped.get(sender.sender());
        return got / (got + (lost == null ? 0 : lost[precedence]));
    }

    @Test
    void theEndOfAStreamIsReportedThoughNothingFollows() throws Exception {
        LossySites sites = new LossySites(WanProfile.load("lan", 2), TUF, List.of(), 3);
        LossySites.Process source = sites.start(0);
        LossySites.Process receiver = sites.start(1);
        sites.run(2);
        paced(source, 10 * MS, 0);
        sites.run(6);
        sites.link(0, 1).setBlocked(true);
        sites.queue.runUntil(sites.queue.now() + 40 * MS);
        source.stop();
        sites.queue.runUntil(sites.queue.now() + 10 * MS);
        sites.link(0, 1).setBlocked(false);
        long before = receiver.next.get(source.sender())[0];
        assertThat(before).isLessThan(source.next.get(source.sender())[0]);
        sites.run(3);
        assertThat(receiver.next.get(source.sender())[0]).isEqualTo(source.next.get(source.sender())[0]);
        assertAccountedFor(receiver, source, 0, source.delivered.get(source.sender())[0]);
    }

    @Test
    void whoJoinsLaterReceivesFromThereOnAndEarlierMembersReceiveANewSenderFromItsBeginning() throws Exception {
        LossySites sites = new LossySites(WanProfile.load("lan", 2), TUF, List.of(), 4);
        LossySites.Process source = sites.start(0);
        LossySites.Process early = sites.start(1);
        sites.run(2);
        paced(source, 10 * MS, 0);
        sites.run(3);
        LossySites.Process late = sites.start(1);
        LossySites.Process neighbour = sites.start(0);
        sites.run(2);
        assertThat(late.firstReceived(source)).isBetween(250L, 350L);
        assertThat(neighbour.firstReceived(source)).isBetween(250L, 350L);
        sites.link(0, 1).setBlocked(true);
        neighbour.member.sender().accept(0, new byte[10], neighbour.queueNow());
        neighbour.turn();
        sites.queue.runUntil(sites.queue.now() + 30 * MS);
        sites.link(0, 1).setBlocked(false);
        neighbour.member.sender().accept(0, new byte[10], neighbour.queueNow());
        neighbour.turn();
        sites.run(3);
        for (LossySites.Process receiver : List.of(early, late)) {
            assertThat(receiver.dropped.get(neighbour.sender())).containsExactly(1);
            assertThat(receiver.delivered.get(neighbour.sender())).containsExactly(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aDelegateThatIsReplacedMayLoseMessagesAndTheLossIsReported(int where) throws Exception {
        LossySites sites = new LossySites(WanProfile.load("default", 2), TUF, List.of(), 5);
        LossySites.Process first = sites.start(where);
        LossySites.Process source = sites.start(0);
        LossySites.Process receiver = sites.start(1);
        sites.run(2);
        paced(source, 20 * MS, 0);
        sites.run(2);
        sites.kill(first);
        sites.run(8);
        source.stop();
        sites.run(3);
        long sent = source.delivered.get(source.sender())[0];
        assertThat(source.dropped).as("inside a site nothing is lost").isEmpty();
        assertAccountedFor(receiver, source, 0, sent);
        assertThat(receiver.dropped.get(source.sender())[0]).isBetween(5L, 150L);
        assertThat(receiver.delivered.get(source.sender())[0]).as("it goes on").isGreaterThan(sent - 150);
    }

    @Test
    void sendersOfASiteShareWhatItsBestLinkLetsPass() throws Exception {
        LossySites sites = new LossySites(star(), TUF, List.of(), 6);
        LossySites.Process one = sites.start(0);
        LossySites.Process other = sites.start(0);
        LossySites.Process receiver = sites.start(2);
        sites.run(2);
        greedy(one, new int[] {0});
        greedy(other, new int[] {0});
        sites.run(15);
        long[] got = {receiver.delivered.get(one.sender())[0], receiver.delivered.get(other.sender())[0]};
        assertThat((double) got[0] / got[1]).isCloseTo(1, within(0.15));
        assertThat((got[0] + got[1]) * 1200 * 8 / 15.0).isBetween(2.5e6, 4e6);
        assertThat(one.stack().rate().allowedRate(one.queueNow())).isLessThan(1.25 * 1.25 * 500_000);
    }

    /** A file in memory. */
    private record Memory(byte[] bytes) implements RandomAccess {
        @Override
        public void read(long position, byte[] target, int offset, int length) {
            System.arraycopy(bytes, (int) position, target, offset, length);
        }

        @Override
        public void write(long position, byte[] source, int offset, int length) {
            System.arraycopy(source, offset, bytes, (int) position, length);
        }
    }

    @Test
    void aCodedFileIsCompleteEverywhereAndFirstWhereThePathIsFastest() throws Exception {
        byte[] content = new byte[1_500_000];
        new SplittableRandom(7).nextBytes(content);
        CodedLayout layout = new CodedLayout(content.length, 1200);
        LossySites sites = new LossySites(star(), TUF, List.of(), 7);
        LossySites.Process source = sites.start(0);
        List<LossySites.Process> receivers = List.of(sites.start(1), sites.start(2), sites.start(3));
        double[] seconds = new double[3];
        List<Memory> copies = new ArrayList<>();
        sites.run(2);
        for (int i = 0; i < 3; i++) {
            Memory copy = new Memory(new byte[layout.blocks() * layout.code().blockLength()]);
            copies.add(copy);
            CodedReceiver coded = new CodedReceiver(layout, copy);
            int at = i;
            receivers.get(i).onMessage = payload -> {
                try {
                    ByteBuffer in = ByteBuffer.wrap(payload);
                    boolean before = coded.isComplete();
                    if (coded.symbol(in.getInt(), in.getInt(), payload, 8) && !before) {
                        seconds[at] = (sites.queue.now() - 2000 * MS) / 1e9;
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            };
        }
        CodedSender sender = new CodedSender(layout, new Memory(content));
        source.afterTurn = () -> {
            while (seconds[0] == 0 && source.member.sender().open()) {
                byte[] message = new byte[8 + 1200];
                try {
                    sender.next(message, 8);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                ByteBuffer.wrap(message).putInt(sender.block()).putInt(sender.symbol());
                source.member.sender().accept(0, message, source.queueNow());
            }
        };
        sites.run(30);
        assertThat(copies).allSatisfy(copy -> assertThat(Arrays.copyOf(copy.bytes, content.length)).isEqualTo(content));
        assertThat(seconds[2]).as("at 16 Mbit/s, from 40 packets per second on").isBetween(0.7, 5.0);
        assertThat(seconds[1]).as("at 4 Mbit/s").isBetween(seconds[2], 8.0);
        assertThat(seconds[0]).as("at 1 Mbit/s").isBetween(2 * seconds[1], 25.0);
    }
}
