package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.control.ControlCodec;
import org.xpand.protocols.control.ControlMessage;
import org.xpand.protocols.directory.CharterMessage;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.LinkCosts;
import org.xpand.protocols.directory.MemberInfo;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.WanProfile;

/**
 * A delegate that belongs to all announces in its own name, on the control channel, impossible values: the other two sites go on as before,
 * and five seconds later all three do.
 */
class ControlInsiderTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;

    private final Map<String, Integer> next = new TreeMap<>();
    private final Map<SenderId, Integer> sent = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();
    private final List<String> ofItself = new ArrayList<>();
    private SimulatedSites sites;
    private EventQueue queue;
    private int liar;

    private record Lie(UnaryOperator<ControlMessage.Announcement> announced, ControlMessage other) {
        static Lie announces(UnaryOperator<SiteInfo> what) {
            return new Lie(honest -> new ControlMessage.Announcement(what.apply(honest.site()), honest.term()), null);
        }

        static Lie says(ControlMessage other) {
            return new Lie(null, other);
        }
    }

    private static Lie charter(String charter) {
        return Lie.announces(site -> site.withGroups(site.groups().stream().map(each -> new GroupInfo(each.name(), charter,
                each.members())).toList()));
    }

    private static Lie charterMessage(CharterMessage charterMessage) {
        return Lie.announces(site -> site.withGroups(site.groups().stream().map(each -> each.withCharterMessage(charterMessage)).toList()));
    }

    private static SiteInfo withRtts(SiteInfo site, long nanos) {
        TreeMap<SiteId, Long> rtts = new TreeMap<>();
        IntStream.range(0, ControlCodec.MAX_SITES).forEach(i -> rtts.put(new SiteId(1000 + i), nanos));
        site.rttNanos().keySet().forEach(each -> rtts.put(each, nanos));
        while (rtts.size() > ControlCodec.MAX_SITES) {
            rtts.remove(rtts.lastKey());
        }
        return new SiteInfo(site.id(), site.home(), site.name(), site.incarnation(), site.endpoint(), site.groups(), rtts,
                site.snapshot());
    }

    private static SiteInfo crowded(SiteInfo site) {
        List<GroupInfo> groups = new ArrayList<>(site.groups());
        for (int i = 1; i < 200; i++) {
            groups.add(new GroupInfo(new GroupName("made-up-" + i), "tfrc", IntStream.range(0, 100).mapToObj(each ->
                    new MemberInfo(new MemberId(each), "m" + each)).toList()));
        }
        return site.withGroups(groups);
    }

    static Map<String, Lie> lies() {
        Map<String, Lie> lies = new LinkedHashMap<>();
        lies.put("a charter that was changed as often as can be", charter("tfmcc change 2147483647"));
        lies.put("a charter that was changed more often than can be counted", charter("tfmcc change 9223372036854775807"));
        lies.put("a charter changed to what nobody has", charter("nonsense change 1"));
        lies.put("a charter changed to settings that nobody takes", charter("tfrc change 1 packetLength=-5"));
        lies.put("a charter of another kind", charter("tfrc layered 400000 change 7"));
        lies.put("a charter that is no text", charter("\u0000 change change 1 ="));
        lies.put("a question about a charter that nobody has", charterMessage(new CharterMessage(CharterMessage.Kind.ASK, 1, "nonsense change 1")));
        lies.put("a question about no charter", charterMessage(new CharterMessage(CharterMessage.Kind.ASK, -1, "x change y")));
        lies.put("an answer to nothing", charterMessage(new CharterMessage(CharterMessage.Kind.NO, 77, "no")));
        lies.put("round-trip times of nothing", Lie.announces(site -> withRtts(site, 0)));
        lies.put("round-trip times of an hour", Lie.announces(site -> withRtts(site, ControlCodec.MAX_RTT_NANOS)));
        lies.put("a snapshot that there is not", Lie.announces(site -> site.withSnapshot(new SnapshotId(Long.MAX_VALUE, -1))));
        lies.put("many groups of many members", Lie.announces(ControlInsiderTest::crowded));
        lies.put("another endpoint", Lie.announces(site -> new SiteInfo(site.id(), site.home(), site.name(), site.incarnation(),
                new Endpoint("127.0.0.1", 9), site.groups(), site.rttNanos(), site.snapshot())));
        lies.put("wanted without end", Lie.says(new ControlMessage.Wanted(new SnapshotId(5, 5))));
        lies.put("a look without end", Lie.says(new ControlMessage.Look()));
        lies.put("a picture that is none", Lie.says(new ControlMessage.SiteStatus(new byte[1000])));
        lies.put("a snapshot of one that does not coordinate", Lie.says(new ControlMessage.Publication(new OverlaySnapshot(
                new SnapshotId(3, 900), LinkCosts.NONE, Collections.emptySortedMap()))));
        return lies;
    }

    /** By the youngest delegate; about charters, of which the oldest site's holds, by the one that has been there longest, too. */
    static List<Arguments> liesByWhom() {
        return lies().keySet().stream().flatMap(name -> IntStream.of(0, 2).filter(insider -> insider > 0 || name.startsWith("a charter"))
                .mapToObj(insider -> Arguments.of(name, insider))).toList();
    }

    private void send(SimulatedProcess process, long untilNanos) {
        if (queue.now() < untilNanos && process.alive()) {
            process.offer(ByteBuffer.allocate(500).putInt(sent.merge(process.sender(), 1, Integer::sum) - 1).array());
            queue.schedule(queue.now() + 25 * MS, () -> send(process, untilNanos));
        }
    }

    private void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
        String way = sender + " to " + at.site();
        int number = ByteBuffer.wrap(payload).getInt();
        int expected = next.getOrDefault(way, 0);
        if (number != expected) {
            boolean ofInsider = sender.site().equals(sites.site(liar).id()) || at.site().equals(sites.site(liar).id());
            (ofInsider ? ofItself : wrong).add(way + ": " + number + " after " + (expected - 1));
        }
        next.put(way, number + 1);
    }

    private ControlMessage message(Lie lie, SimulatedSite insider) {
        SimulatedProcess process = insider.delegate().orElseThrow();
        SiteInfo site = process.role().orElseThrow().directory().orElseThrow().sites().get(insider.id());
        return lie.other != null ? lie.other : lie.announced.apply(new ControlMessage.Announcement(site, 1));
    }

    private void send(SimulatedSite insider, byte[] message) {
        SimulatedProcess from = insider.delegate().orElseThrow();
        for (SimulatedSite site : sites.sites()) {
            if (site != insider) {
                SimulatedProcess to = site.delegate().orElseThrow();
                to.role().orElseThrow().controlMessage(from.role().orElseThrow().incarnation(), "insider", message, queue.now());
                to.turn();
            }
        }
    }

    @ParameterizedTest(name = "{0}, by site {1}")
    @MethodSource("liesByWhom")
    void fiveSecondsLaterNothingHasChanged(String name, int who) {
        liar = who;
        sites = new SimulatedSites(WanProfile.load("default", 3), RateStrategies.create("tfrc", Map.of()),
                SimulatedSites.Settings.defaults().withProcesses(1), 7, this::delivered);
        queue = sites.queue();
        sites.sites().forEach(site -> site.process(0).takesGroupFor(site.process(0).service()));
        long end = queue.now() + 10 * SECOND;
        sites.sites().forEach(site -> send(site.process(0), end));
        queue.runUntil(queue.now() + 3 * SECOND);
        SimulatedSite insider = sites.site(liar);
        byte[] message = ControlCodec.encode(message(lies().get(name), insider));
        for (int i = 0; i < 30; i++) {
            send(insider, message);
            queue.runUntil(queue.now() + 50 * MS);
        }
        queue.runUntil(end + 5 * SECOND);
        assertThat(wrong).isEmpty();
        assertThat(name.startsWith("a charter") ? List.of() : ofItself).as("what the insider loses").isEmpty();
        assertThat(sites.sites()).allSatisfy(site -> {
            assertThat(site.process(0).isMember()).as("is a member").isTrue();
            assertThat(site.process(0).service().text()).isEqualTo("tfrc");
        });
        SortedMap<String, Integer> had = new TreeMap<>(next);
        for (SimulatedSite from : sites.sites()) {
            for (SimulatedSite to : sites.sites()) {
                assertThat(had.get(from.process(0).sender() + " to " + to.process(0).site())).as("of %s at %s", from.id(), to.id())
                        .isEqualTo(sent.get(from.process(0).sender()));
            }
        }
    }
}
