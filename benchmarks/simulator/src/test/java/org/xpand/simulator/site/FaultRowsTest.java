package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.alm.site.GroupLimit;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.WanProfile;

/** The faults of {@code xpand drill} in virtual time: three sites of two processes, of which the second one sends. */
@Tag("long")
class FaultRowsTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final long NOTICE = 30 * MS;
    private static final int FULL_RATE = 1000;
    private static final int A = 0;
    private static final int B = 1;
    private static final int C = 2;

    @TempDir
    private Path folder;
    private final DeliveryRecord record = new DeliveryRecord();
    private final Map<SenderId, Long> sent = new TreeMap<>();
    /** Which process of each site sends. */
    private int sending = 1;
    private int perSecond = 50;
    private int messageBytes = 1000;
    private int delayMillis = 20;
    private int lossPercent;
    private SimulatedSites.Settings settings = SimulatedSites.Settings.defaults().withProcesses(2);
    private SimulatedSites sites;
    private EventQueue queue;

    private void start() throws Exception {
        WanProfile wan = WanProfile.load(Files.writeString(folder.resolve("wan.json"), "{\"sites\": [\"a\", \"b\", \"c\"],"
                + "\"default\": {\"delayMs\": " + delayMillis + ", \"lossPercent\": " + lossPercent
                + ", \"rateMbps\": 100, \"queuePackets\": 1000}}").toString());
        sites = new SimulatedSites(wan, RateStrategies.create("tfrc", Map.of()),
                settings, 11, record);
        queue = sites.queue();
        sites.sites().forEach(site -> send(site.process(sending)));
        run(3000);
        watch();
    }

    private void send(SimulatedProcess process) {
        if (process.alive() && process.isMember()) {
            if (process.runs()) {
                process.offer(ByteBuffer.allocate(messageBytes).putLong(sent.merge(process.sender(), 1L, Long::sum) - 1).array());
            }
            queue.schedule(queue.now() + SECOND / perSecond, () -> send(process));
        }
    }

    private void run(long millis) {
        queue.runUntil(queue.now() + millis * MS);
    }

    /** Silences count from now on. */
    private void watch() {
        record.countSilenceFrom(queue.now());
    }

    private SimulatedSite site(int index) {
        return sites.site(index);
    }

    /** The longest silence between processes of different sites that live, as far as the sites are wanted. */
    private double silence(Predicate<Set<Integer>> wanted) {
        double longest = 0;
        for (SimulatedSite at : sites.sites()) {
            for (SimulatedProcess process : at.processes()) {
                for (SimulatedSite from : sites.sites()) {
                    SimulatedProcess sender = from.process(sending);
                    if (at != from && record.has(process) && process.runs() && process.isMember() && sender.runs() && sender.isMember()
                            && wanted.test(Set.of(index(at), index(from)))) {
                        longest = Math.max(longest, record.silenceNanos(process, sender.sender(), queue.now()));
                    }
                }
            }
        }
        return longest / SECOND;
    }

    private int index(SimulatedSite site) {
        return (int) site.id().value() - 1;
    }

    private double silence() {
        return silence(pair -> true);
    }

    private double silenceWithout(int site) {
        return silence(pair -> !pair.contains(site));
    }

    private void block(int from, int to, boolean blocked) {
        sites.link(from, to).setBlocked(blocked);
    }

    private void cutData(boolean blocked) {
        for (int other : new int[] {A, B}) {
            block(C, other, blocked);
            block(other, C, blocked);
        }
    }

    private void cutControl(boolean cut) {
        sites.control().island(cut ? new TreeSet<>(List.of(site(C).id())) : new TreeSet<>());
    }

    private long intoTheCut() {
        long all = 0;
        for (LinkModel link : List.of(sites.link(A, C), sites.link(B, C), sites.link(C, A), sites.link(C, B))) {
            all += link.stats(queue.now()).blocked();
        }
        return all;
    }

    /** For so long; answers how much of their rate those flows had in their worst tenth of a second that do not concern a site. */
    private double worstTenthWithout(int site, int millis) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < millis / 100; i++) {
            Map<DeliveryRecord.Stream, Long> before = new HashMap<>();
            for (SimulatedSite at : sites.sites()) {
                for (SimulatedSite from : sites.sites()) {
                    if (at != from && index(at) != site && index(from) != site) {
                        DeliveryRecord.Stream of = record.of(at.process(0), from.process(1).sender());
                        before.put(of, of.count);
                    }
                }
            }
            run(100);
            least = Math.min(least, before.entrySet().stream().mapToLong(entry -> entry.getKey().count - entry.getValue()).min().orElseThrow());
        }
        return 10.0 * least / perSecond;
    }

    /** Nobody sends any more, everything has arrived, and nobody lacks anything from where he began. */
    private void nothingIsLost() {
        perSecond = 1;
        long limit = queue.now() + 60 * SECOND;
        while (lacking() > 0 && queue.now() < limit) {
            run(100);
        }
        assertThat(lacking()).as("messages that did not arrive").isZero();
    }

    private long lacking() {
        long lacking = 0;
        for (SimulatedSite at : sites.sites()) {
            for (SimulatedProcess process : at.processes()) {
                for (SimulatedSite from : sites.sites()) {
                    SimulatedProcess sender = from.process(sending);
                    if (process.runs() && process.isMember() && sender.alive() && sender.isMember()) {
                        DeliveryRecord.Stream of = record.of(process, sender.sender());
                        lacking += of.lost + Math.max(0, sent.get(sender.sender()) - of.next - 2);
                    }
                }
            }
        }
        return lacking;
    }

    @Test
    void tcp() throws Exception {
        start();
        cutControl(true);
        run(15_000);
        assertThat(silence()).as("while only control is cut").isLessThan(1);
        cutControl(false);
        run(5000);
        assertThat(silence()).as("after it").isLessThan(1);
        nothingIsLost();
    }

    @Test
    void udp() throws Exception {
        perSecond = FULL_RATE;
        start();
        cutData(true);
        run(2000);
        long known = intoTheCut();
        run(13_000);
        assertThat(silenceWithout(C)).as("among the others").isLessThan(1);
        assertThat((intoTheCut() - known) / 13.0).as("datagrams a second").isLessThan(10);
        for (int other : new int[] {A, B}) {
            assertThat(record.limits().get(site(other).process(1))).as("the limit reported to a sender").singleElement().satisfies(limit -> {
                assertThat(limit.kind()).isEqualTo(GroupLimit.Kind.UNREACHABLE);
                assertThat(limit.keptNanos()).isBetween(50 * SECOND, 60 * SECOND);
            });
        }
        cutData(false);
        watch();
        run(8000);
        assertThat(silence()).as("after the mend").isLessThan(2);
        assertThat(silenceWithout(C)).as("among the others after the mend").isLessThan(0.5);
        assertThat(record.limits().values()).as("what is reported when it is over").allSatisfy(now -> assertThat(now).isEmpty());
        nothingIsLost();
    }

    /**
     * Which ways are cut between site c and the others, and whether both others are. If one is not, it forwards to site c what was missed; that fills
     * a queue, in which messages to itself wait for up to 70 ms: the rate to site c is still slow start's.
     */
    @ParameterizedTest
    @CsvSource({"true, true, true, 1", "true, false, true, 1", "false, true, true, 1", "true, true, false, 0.35"})
    void theOthersKeepTheirRate(boolean from, boolean to, boolean all, double least) throws Exception {
        perSecond = FULL_RATE;
        start();
        for (int i = 0; i < 2; i++) {
            for (int other : all ? new int[] {A, B} : new int[] {A}) {
                block(C, other, from);
                block(other, C, to);
            }
            assertThat(worstTenthWithout(C, 500)).isGreaterThan(least - 0.05);
            long known = intoTheCut();
            assertThat(worstTenthWithout(C, 1000)).isGreaterThan(least - 0.05);
            assertThat(intoTheCut() - known).as("datagrams into the cut in a second").isLessThan(30);
            cutData(false);
            run(1500);
            assertThat(worstTenthWithout(C, 1000)).as("once it is mended").isGreaterThan(0.95);
        }
        nothingIsLost();
    }

    @Test
    void oneWay() throws Exception {
        start();
        cutControl(true);
        block(C, A, true);
        block(C, B, true);
        run(15_000);
        assertThat(silenceWithout(C)).as("among the others").isLessThan(1);
        cutControl(false);
        cutData(false);
        watch();
        run(8000);
        assertThat(silence()).as("after the mend").isLessThan(2 + SimulatedControl.Timing.DEFAULT.partitionNanos() / SECOND);
        nothingIsLost();
    }

    /** The first process is its site's delegate, the second one sends. */
    @ParameterizedTest
    @CsvSource({"0, 5", "0, 10", "0, 40", "1, 10", "2, 5", "2, 20"})
    void hang(int index, int seconds) throws Exception {
        settings = settings.withProcesses(3);
        start();
        SimulatedProcess hung = site(A).process(index);
        site(A).hang(hung, seconds * SECOND, 2 * SECOND);
        run(seconds * 1000L - 100);
        assertThat(silenceWithout(A)).as("among the others").isLessThan(1);
        assertThat(silence()).as("from and to the site").isLessThan(3);
        watch();
        run(3000);
        assertThat(queue.now() - record.of(hung).values().stream().mapToLong(of -> of.lastNanos).min().orElseThrow())
                .as("it goes on").isLessThan(SECOND);
        // Who comes back to the head of the LAN's view takes over, unless it was the delegate.
        assertThat(silence()).as("once it is back").isLessThan(index == 0 ? 1 : 1.5);
        assertThat(record.gaps()).as("segments reported as lost").isEmpty();
        nothingIsLost();
    }

    /** A delegate that only pauses keeps its place: its site is silent for no longer than the pause, and nobody takes over. */
    @ParameterizedTest
    @ValueSource(ints = {500, 1000, 1500})
    void aPause(int millis) throws Exception {
        perSecond = FULL_RATE;
        start();
        SimulatedProcess paused = site(A).process(0);
        site(A).hang(paused, millis * MS, 60 * SECOND);
        run(5000);
        assertThat(site(A).delegate()).contains(paused);
        assertThat(silenceWithout(A)).as("among the others").isLessThan(0.5);
        assertThat(silence()).as("from and to the site").isLessThan((millis + 300) / 1000.0);
        assertThat(record.gaps()).as("segments reported as lost").isEmpty();
        nothingIsLost();
    }

    /** Which process hangs, for how long, whether the sender is killed or leaves in order, and whether the delegate of then dies after it. */
    @ParameterizedTest
    @CsvSource({"2, 10, false, false", "0, 10, false, false", "2, 10, true, false", "2, 40, false, false", "2, 10, false, true",
        "2, 20, true, true"})
    void aSenderGoesWhileAnotherProcessHangs(int index, int seconds, boolean killed, boolean again) throws Exception {
        settings = settings.withProcesses(4);
        start();
        SimulatedProcess hung = site(A).process(index);
        SimulatedProcess going = site(A).process(1);
        SenderId gone = going.sender();
        site(A).hang(hung, seconds * SECOND, 2 * SECOND);
        run(4000);
        if (killed) {
            site(A).kill(going, NOTICE);
        } else {
            site(A).leave(going);
        }
        run(2000);
        if (again) {
            site(A).kill(site(A).delegate().orElseThrow(), NOTICE);
        }
        run(seconds * 1000L - 6000 + 5000);
        long most = record.end(gone);
        for (SimulatedProcess each : List.of(hung, site(A).process(3), site(B).process(0), site(C).process(1))) {
            DeliveryRecord.Stream of = record.of(each, gone);
            assertThat(of.lost + most - of.next).as("of the one that is gone, at process %s", each.id()).isZero();
        }
        assertThat(record.gaps()).as("segments reported as lost").isEmpty();
        nothingIsLost();
    }

    @Test
    void allDelegates() throws Exception {
        start();
        sites.sites().forEach(site -> site.kill(site.delegate().orElseThrow(), NOTICE));
        run(8000);
        assertThat(silence()).isLessThan(2);
        nothingIsLost();
    }

    /** Their successors are killed as soon as they serve, or before. */
    @ParameterizedTest
    @ValueSource(ints = {50, 300, 1000, 2500})
    void allDelegatesTwice(int afterMillis) throws Exception {
        settings = settings.withProcesses(4);
        sending = 3;
        start();
        sites.sites().forEach(site -> site.kill(site.process(0), NOTICE));
        run(afterMillis);
        sites.sites().forEach(site -> site.kill(site.process(1), NOTICE));
        run(8000);
        assertThat(silence()).isLessThan(2 + Math.min(1, afterMillis / 1000.0));
        assertThat(record.gaps()).isEmpty();
        nothingIsLost();
    }

    @Test
    void restart() throws Exception {
        start();
        site(C).kill(site(C).delegate().orElseThrow(), NOTICE);
        run(1000);
        SimulatedProcess again = sites.start(site(C));
        sites.join(again);
        run(1500);
        assertThat(record.of(again)).as("of whom the new process was handed something").hasSize(3);
        run(3000);
        assertThat(silence()).isLessThan(1);
        nothingIsLost();
    }

    @Test
    void leaveUnstable() throws Exception {
        start();
        block(A, C, true);
        block(C, A, true);
        run(500);
        SimulatedProcess leaving = site(A).process(1);
        SenderId gone = leaving.sender();
        site(A).leave(leaving);
        run(3000);
        block(A, C, false);
        block(C, A, false);
        run(8000);
        assertThat(silenceWithout(A)).isLessThan(2);
        long most = record.end(gone);
        for (SimulatedSite site : sites.sites()) {
            DeliveryRecord.Stream of = record.of(site.process(0), gone);
            assertThat(of.lost + most - of.next).as("of the one that left, at site %s", site.id()).isZero();
        }
        nothingIsLost();
    }

    @Test
    void repeatedKills() throws Exception {
        start();
        for (int i = 0; i < 3; i++) {
            sites.join(sites.start(site(A)));
            site(A).kill(site(A).delegate().orElseThrow(), NOTICE);
            run(3000);
        }
        assertThat(silence()).isLessThan(1);
        nothingIsLost();
    }

    @Test
    void partition30() throws Exception {
        start();
        cutControl(true);
        cutData(true);
        run(30_000);
        assertThat(silenceWithout(C)).as("among the others").isLessThan(1);
        cutControl(false);
        cutData(false);
        watch();
        run(8000);
        assertThat(silence()).as("after the mend").isLessThan(2 + SimulatedControl.Timing.DEFAULT.partitionNanos() / SECOND);
        nothingIsLost();
    }

    /** The delegates pause, and repairs are lost: one of these after the other must not stop the site that catches up. */
    @Test
    void aSiteCatchesUpThoughRepairsAreLost() throws Exception {
        perSecond = 30;
        delayMillis = 1;
        lossPercent = 2;
        start();
        run(5000);
        for (int i = 0; i < 5; i++) {
            SplittableRandom random = new SplittableRandom(i);
            cutControl(true);
            cutData(true);
            run(25_000);
            cutControl(false);
            cutData(false);
            for (int pauses = 0; pauses < 40; pauses++) {
                SimulatedProcess delegate = site(random.nextInt(3)).process(0);
                long millis = random.nextLong(20, 220);
                queue.schedule(queue.now() + random.nextInt(8000) * MS, () -> delegate.pause(millis * MS));
            }
            run(SimulatedControl.Timing.DEFAULT.partitionNanos() / MS + 2500);
            for (int[] pair : new int[][] {{A, C}, {B, C}, {C, A}, {C, B}}) {
                SenderId sender = site(pair[0]).process(1).sender();
                assertThat(sent.get(sender) - record.of(site(pair[1]).process(0), sender).next).as("from %s at %s, cut %s", pair[0], pair[1], i)
                        .isLessThan(perSecond);
            }
            run(6000);
        }
        nothingIsLost();
    }

    @Test
    void moreThanIsKept() throws Exception {
        int kept = 1 << 19;
        perSecond = 200;
        messageBytes = 1200;
        settings = settings.withRelay(settings.relay().withRetention(kept, kept)).withOverlay(settings.overlay().withReliability(
                settings.overlay().reliability().withRetention(60 * SECOND, kept)));
        start();
        cutControl(true);
        cutData(true);
        run(5000);
        assertThat(silenceWithout(C)).as("among the others while the oldest is dropped").isLessThan(0.5);
        cutControl(false);
        cutData(false);
        watch();
        run(6000);
        assertThat(silenceWithout(C)).as("among the others after the mend").isLessThan(0.5);
        SimulatedProcess at = site(C).process(0);
        long all = 0;
        for (int from : new int[] {A, B}) {
            SenderId sender = site(from).process(1).sender();
            DeliveryRecord.Stream of = record.of(at, sender);
            assertThat(sent.get(sender) - of.next).as("what is on its way").isLessThan(200);
            assertThat(of.lost).as("what is dropped of at least five seconds' worth").isBetween(500L, 1_200L);
            all += of.lost;
        }
        assertThat(record.gaps().get(at)).as("segments reported, of %s messages", all).isBetween(all, 2 * all);
    }

    @Test
    void pair() throws Exception {
        start();
        block(A, C, true);
        block(C, A, true);
        run(15_000);
        assertThat(silenceWithout(C)).as("among the others").isLessThan(1);
        assertThat(silence()).as("between the two").isLessThan(2);
        assertThat(record.limits().values()).as("what is reported once there is a path").allSatisfy(now -> assertThat(now).isEmpty());
        block(A, C, false);
        block(C, A, false);
        watch();
        run(5000);
        assertThat(silence()).as("after the mend").isLessThan(0.5);
        nothingIsLost();
    }

    /**
     * All links lose 30 %. What two of the sites send to each other would cross two of them on the tree, and lose 51 %, of which Eq. 1 allows
     * less than a message a second; over one link it allows 4.9, repairs included.
     */
    @Test
    void lossThatDoublesOnTheTreeIsAvoided() throws Exception {
        perSecond = FULL_RATE;
        start();
        run(3000);
        for (int from : new int[] {A, B, C}) {
            for (int to : new int[] {A, B, C}) {
                if (from != to) {
                    LinkModel link = sites.link(from, to);
                    link.setSettings(link.settings().withLoss(0.3));
                }
            }
        }
        run(5000);
        Map<List<Integer>, Long> before = flows();
        run(40_000);
        Map<List<Integer>, Long> after = flows();
        assertThat(after.keySet()).allSatisfy(each -> assertThat(after.get(each) - before.get(each)).as("messages in 40 s, from and to site %s", each)
                .isGreaterThan(40));
        assertThat(record.gaps()).isEmpty();
    }

    /** How many messages have been delivered, by site of the sender and site. */
    private Map<List<Integer>, Long> flows() {
        Map<List<Integer>, Long> flows = new HashMap<>();
        for (int from : new int[] {A, B, C}) {
            for (int to : new int[] {A, B, C}) {
                if (from != to) {
                    flows.put(List.of(from, to), record.of(site(to).process(0), site(from).process(1).sender()).count);
                }
            }
        }
        return flows;
    }
}
