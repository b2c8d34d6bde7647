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
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.coding.CodedLayout;
import org.xpand.protocols.coding.CodedReceiver;
import org.xpand.protocols.coding.CodedSender;
import org.xpand.protocols.coding.RandomAccess;
import org.xpand.simulator.WanProfile;

/** Layered groups over whole sites: what each gets, and that gaps are reported. */
@Tag("long")
class LayeredSitesTest {
    private static final long MS = 1_000_000;

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

    private static void assertAccountedFor(LayeredSites sites, SimulatedProcess receiver, SimulatedProcess sender, long sent) {
        assertThat(delivered(sites, receiver, sender, 0) + dropped(sites, receiver, sender, 0)).isEqualTo(sent);
    }

    private static long delivered(LayeredSites sites, SimulatedProcess receiver, SimulatedProcess sender, int precedence) {
        return sites.at(receiver).delivered.getOrDefault(sender.sender(), new long[8])[precedence];
    }

    private static long dropped(LayeredSites sites, SimulatedProcess receiver, SimulatedProcess sender, int precedence) {
        return sites.at(receiver).dropped.getOrDefault(sender.sender(), new long[8])[precedence];
    }

    /** Its round-trip time is measured first, and the network loses some of what comes then. */
    @Test
    void whatIsSentAsSoonAsASiteIsKnownIsDeliveredOrReported() throws Exception {
        WanProfile profile = WanProfile.load(Files.writeString(folder.resolve("two.json"), """
                {"sites": ["a", "b"], "default": {"delayMs": 40, "rateMbps": 20, "queuePackets": 100, "lossPercent": 10}}
                """).toString());
        for (int seed = 1; seed <= 5; seed++) {
            LayeredSites sites = new LayeredSites(profile, 1, List.of(), seed);
            SimulatedProcess source = sites.process(0, 0);
            SimulatedProcess receiver = sites.process(1, 0);
            receiver.leave();
            sites.run(2);
            source.offer(0, new byte[500]);
            sites.run(1);
            boolean[] sent = new boolean[1];
            sites.onSites = at -> {
                if (at == source && at.sites().sites().size() > 1 && !sent[0]) {
                    sent[0] = true;
                    for (int i = 0; i < 100; i++) {
                        source.offer(0, new byte[500]);
                    }
                }
            };
            sites.sites.joinGroup(receiver);
            sites.run(20);
            assertThat(sent[0]).isTrue();
            assertAccountedFor(sites, receiver, source, 100);
            assertThat(sites.at(receiver).first.get(source.sender())).isEqualTo(1);
            assertThat(delivered(sites, receiver, source, 0)).isGreaterThan(20);
        }
    }

    /** On the mean of some runs: the fast site's share of a single one lies anywhere from 12 to 15. */
    @Test
    void everySiteGetsWhatItsOwnPathAllows() throws Exception {
        double[] bytes = new double[3];
        int runs = 6;
        for (int seed = 1; seed <= runs; seed++) {
            LayeredSites sites = new LayeredSites(star(), 1, List.of(), seed);
            SimulatedProcess source = sites.process(0, 0);
            List<SimulatedProcess> receivers = List.of(sites.process(1, 0), sites.process(2, 0), sites.process(3, 0));
            sites.greedy(source, 32);
            sites.run(12);
            long[] before = receivers.stream().mapToLong(each -> sites.at(each).bytes).toArray();
            sites.run(20);
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] += sites.at(receivers.get(i)).bytes - before[i];
            }
            sites.run(5);
            long sent = delivered(sites, source, source, 0);
            assertThat(sent).isEqualTo(LayeredSites.sent(source, 0));
            assertThat(sites.at(source).dropped).isEmpty();
            receivers.forEach(each -> assertAccountedFor(sites, each, source, sent));
        }
        assertThat(bytes[0] * 8 / 20 / runs).isBetween(800_000.0, 1_000_000.0);
        assertThat(bytes[1] / bytes[0]).isCloseTo(4, within(0.8));
        assertThat(bytes[2] / bytes[0]).isCloseTo(16, within(3.2));
    }

    @Test
    void linksDropTheLessImportantFirst() throws Exception {
        LayeredSites sites = new LayeredSites(star(), 1, List.of(400_000L), 2);
        SimulatedProcess source = sites.process(0, 0);
        SimulatedProcess slow = sites.process(1, 0);
        SimulatedProcess middle = sites.process(2, 0);
        sites.paced(source, 0, 1200, 1000 / 24.0, 40_000);
        sites.paced(source, 1, 1200, 250, 40_000);
        sites.run(40);
        assertThat(share(sites, slow, source, 0)).as("400 kbit/s of 1 Mbit/s").isGreaterThan(0.95);
        assertThat(share(sites, slow, source, 1)).as("2.4 Mbit/s do not fit").isBetween(0.05, 0.3);
        assertThat(share(sites, middle, source, 0)).isGreaterThan(0.97);
        assertThat(share(sites, middle, source, 1)).isGreaterThan(0.9);
    }

    private static double share(LayeredSites sites, SimulatedProcess receiver, SimulatedProcess sender, int precedence) {
        double got = delivered(sites, receiver, sender, precedence);
        return got / (got + dropped(sites, receiver, sender, precedence));
    }

    /** Some messages at once, twice a second: the slower link carries far more than that. */
    @Test
    void aFewSmallMessagesArriveOnEveryLinkHoweverFastTheBestIs() throws Exception {
        LayeredSites sites = new LayeredSites(star(), 3, List.of(), 5);
        SimulatedProcess receiver = sites.process(1, 0);
        sites.greedy(sites.process(0, 0), 10);
        sites.run(15);
        List<SimulatedProcess> senders = List.of(sites.process(0, 1), sites.process(0, 2), sites.process(2, 1));
        for (int i = 0; i < 40; i++) {
            senders.forEach(each -> each.offer(0, new byte[100]));
            sites.runMillis(500);
        }
        sites.run(3);
        senders.forEach(each -> assertThat(delivered(sites, receiver, each, 0)).as("of 40").isGreaterThan(36));
    }

    @Test
    void theEndOfAStreamIsReportedThoughNothingFollows() throws Exception {
        LayeredSites sites = new LayeredSites(WanProfile.load("lan", 2), 1, List.of(), 3);
        SimulatedProcess source = sites.process(0, 0);
        SimulatedProcess receiver = sites.process(1, 0);
        sites.paced(source, 0, 1200, 100, 6040);
        sites.run(6);
        sites.sites.block(0, 1, true);
        sites.runMillis(50);
        sites.sites.block(0, 1, false);
        long before = sites.at(receiver).next.get(source.sender())[0];
        assertThat(before).isLessThan(LayeredSites.sent(source, 0));
        sites.run(3);
        assertThat(sites.at(receiver).next.get(source.sender())[0]).isEqualTo(LayeredSites.sent(source, 0));
        assertAccountedFor(sites, receiver, source, LayeredSites.sent(source, 0));
    }

    @Test
    void whoJoinsLaterReceivesFromThereOnAndEarlierMembersReceiveANewSenderFromItsBeginning() throws Exception {
        LayeredSites sites = new LayeredSites(WanProfile.load("lan", 2), 1, List.of(), 4);
        SimulatedProcess source = sites.process(0, 0);
        SimulatedProcess early = sites.process(1, 0);
        sites.paced(source, 0, 1200, 100, 60_000);
        sites.run(3);
        SimulatedProcess late = sites.start(1);
        SimulatedProcess neighbour = sites.start(0);
        sites.run(2);
        assertThat(sites.at(late).first.get(source.sender())).isBetween(250L, 350L);
        assertThat(sites.at(neighbour).first.get(source.sender())).isBetween(250L, 350L);
        sites.sites.block(0, 1, true);
        neighbour.offer(0, new byte[10]);
        sites.runMillis(30);
        sites.sites.block(0, 1, false);
        neighbour.offer(0, new byte[10]);
        sites.run(3);
        for (SimulatedProcess receiver : List.of(early, late)) {
            assertThat(dropped(sites, receiver, neighbour, 0)).isEqualTo(1);
            assertThat(delivered(sites, receiver, neighbour, 0)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aDelegateThatIsReplacedMayLoseMessagesAndTheLossIsReported(int where) throws Exception {
        LayeredSites sites = new LayeredSites(WanProfile.load("default", 2), 2, List.of(), 5);
        SimulatedProcess source = sites.process(0, 1);
        SimulatedProcess receiver = sites.process(1, 1);
        sites.paced(source, 0, 1200, 50, 10_000);
        sites.run(2);
        sites.sites.site(where).kill(sites.process(where, 0), 200 * MS);
        sites.run(11);
        long sent = LayeredSites.sent(source, 0);
        assertThat(delivered(sites, source, source, 0)).isEqualTo(sent);
        assertThat(sites.at(source).dropped).as("inside a site nothing is lost").isEmpty();
        assertAccountedFor(sites, receiver, source, sent);
        assertThat(dropped(sites, receiver, source, 0)).isBetween(5L, 150L);
        assertThat(delivered(sites, receiver, source, 0)).as("it goes on").isGreaterThan(sent - 150);
    }

    @Test
    void sendersOfASiteShareWhatItsBestLinkLetsPass() throws Exception {
        LayeredSites sites = new LayeredSites(star(), 2, List.of(), 6);
        SimulatedProcess one = sites.process(0, 0);
        SimulatedProcess other = sites.process(0, 1);
        SimulatedProcess receiver = sites.process(2, 0);
        // Only the middle site has members: its link is the best.
        sites.sites.members(new TreeSet<>(List.of(new SiteId(1), new SiteId(3))));
        sites.run(2);
        sites.greedy(one, 60);
        sites.greedy(other, 60);
        sites.run(15);
        long[] got = {delivered(sites, receiver, one, 0), delivered(sites, receiver, other, 0)};
        assertThat((double) got[0] / got[1]).isCloseTo(1, within(0.15));
        assertThat((got[0] + got[1]) * 1200 * 8 / 15.0).isBetween(2.5e6, 4e6);
        assertThat(sites.sites.site(0).stack().rate().allowedRate(sites.sites.queue().now())).isLessThan(1.25 * 1.25 * 500_000);
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
        LayeredSites sites = new LayeredSites(star(), 1, List.of(), 7);
        SimulatedProcess source = sites.process(0, 0);
        double[] seconds = new double[3];
        List<Memory> copies = new ArrayList<>();
        long begin = sites.sites.queue().now();
        for (int i = 0; i < 3; i++) {
            Memory copy = new Memory(new byte[layout.blocks() * layout.code().blockLength()]);
            copies.add(copy);
            CodedReceiver coded = new CodedReceiver(layout, copy);
            int at = i;
            sites.onMessage.put(sites.process(i + 1, 0), payload -> {
                try {
                    ByteBuffer in = ByteBuffer.wrap(payload);
                    boolean before = coded.isComplete();
                    if (coded.symbol(in.getInt(), in.getInt(), payload, 8) && !before) {
                        seconds[at] = (sites.sites.queue().now() - begin) / 1e9;
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        CodedSender sender = new CodedSender(layout, new Memory(content));
        sites.onAccepted = accepted -> {
            if (seconds[0] == 0) {
                source.offer(0, next(sender));
            }
        };
        source.offer(0, next(sender));
        sites.run(30);
        assertThat(copies).allSatisfy(copy -> assertThat(Arrays.copyOf(copy.bytes, content.length)).isEqualTo(content));
        assertThat(seconds[2]).as("at 16 Mbit/s, from 40 packets per second on").isBetween(0.7, 5.0);
        assertThat(seconds[1]).as("at 4 Mbit/s").isBetween(seconds[2], 8.0);
        assertThat(seconds[0]).as("at 1 Mbit/s").isBetween(2 * seconds[1], 25.0);
    }

    private static byte[] next(CodedSender sender) {
        byte[] message = new byte[8 + 1200];
        try {
            sender.next(message, 8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ByteBuffer.wrap(message).putInt(sender.block()).putInt(sender.symbol());
        return message;
    }
}
