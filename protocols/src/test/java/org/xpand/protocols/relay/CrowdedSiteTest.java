package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.stack.Layer;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/** What members and delegate report to each other about a sender's progress is bounded in number, however many members there are. */
class CrowdedSiteTest {
    private static final long GROUP = 7;
    private static final SiteId SITE = new SiteId(1);
    private static final long MS = 1_000_000;
    private static final int SECONDS = 2;
    private static final int LENGTH = 100;
    /** What a segment of that length takes of a window. */
    private static final int COST = LENGTH + 64;
    private static final int WARM_TURNS = 300;

    private final TreeMap<Long, Process> site = new TreeMap<>();
    private final WireReader reader = new WireReader();
    private RelayConfig config = RelayConfig.defaults();
    private GroupRelay relay;
    private long now = MS;
    private int acknowledgements;
    private int notices;
    private int segmentMessages;
    private int delivered;
    private long mostKept;
    private int handedOverEvery = 1;
    private int length = LENGTH;

    private record Sent(long from, byte[] bytes) {
    }

    private final class Process implements LanOut, GroupMember.Events {
        private final long number;
        private final ArrayDeque<Sent> inbox = new ArrayDeque<>();
        private final GroupMember member;

        private Process(long number) {
            this.number = number;
            member = new GroupMember(new GroupId(GROUP), new SenderId(SITE, number), config, new SenderBudget(config), this, this, now);
        }

        @Override
        public boolean hasRoom() {
            return true;
        }

        @Override
        public void multicast(byte[] message) {
            count(message);
            site.values().forEach(each -> each.inbox.add(new Sent(number, message)));
        }

        @Override
        public void send(ProcessId process, byte[] message) {
            count(message);
            site.get(process.value()).inbox.add(new Sent(number, message));
        }

        @Override
        public void message(SenderId sender, WholeMessage message) {
            delivered++;
            member.receiver().consumed(sender, message.segments());
        }

        @Override
        public void gap(SenderId sender, long first, long end) {
            throw new AssertionError("nothing is lost here");
        }

        @Override
        public void joined() {
            // All are there from the beginning.
        }

        @Override
        public void expelled(String reason) {
            throw new AssertionError(reason);
        }

        @Override
        public void windowChanged() {
            // Nobody waits.
        }
    }

    private void count(byte[] message) {
        int kind = kind(message);
        acknowledgements += kind == LanMessage.ACK ? 1 : 0;
        notices += kind == LanMessage.NOTICE ? 1 : 0;
        segmentMessages += kind == LanMessage.LOCAL_SEGMENTS ? 1 : 0;
    }

    private int kind(byte[] message) {
        try {
            return LanMessage.readKind(reader.reset(message, 0, message.length));
        } catch (MalformedPacketException e) {
            throw new AssertionError(e);
        }
    }

    /** Every millisecond one member sends a message, each in its turn; all others are handed it. */
    private void run(int members) throws MalformedPacketException {
        run(members, turn -> List.of(turn % members + 1L));
    }

    /** @param senders who sends a message in this millisecond; all others are handed it */
    private void run(int members, IntFunction<List<Long>> senders) throws MalformedPacketException {
        List<LocalMember> local = new ArrayList<>();
        for (long i = 1; i <= members; i++) {
            site.put(i, new Process(i));
            local.add(new LocalMember(new MemberId(i), new ProcessId(i), "m" + i));
        }
        relay = new GroupRelay(SITE, new GroupId(GROUP), new Epoch(5), config, site.get(1L), new NobodyListens());
        ReliabilityLayer stack = new ReliabilityLayer(ReliabilityConfig.defaults(), relay);
        stack.stackOn(new Layer() {
        });
        relay.connect(stack);
        relay.members(local, now);
        Set<MemberId> present = new TreeSet<>();
        site.keySet().forEach(each -> present.add(new MemberId(each)));
        site.values().forEach(each -> each.member.view(present, new ProcessId(1)));
        long end = now + SECONDS * 1000 * MS;
        for (int turn = 0; now < end; turn++, now += MS) {
            senders.apply(turn).forEach(each -> send(site.get(each).member.sender()));
            relay.run(new GroupRate(1e9, MS, 0), now);
            for (Process each : site.values()) {
                each.member.run(now);
            }
            mostKept = Math.max(mostKept, turn < WARM_TURNS ? 0 : site.values().stream().map(each -> each.member.sender())
                    .mapToLong(sender -> sender.keptBytes() - sender.unconsumedBytes()).sum());
            for (Process each : turn % handedOverEvery == 0 ? site.values() : List.<Process>of()) {
                while (!each.inbox.isEmpty()) {
                    receive(each, each.inbox.poll());
                }
            }
        }
    }

    private void send(LocalSender sender) {
        if (sender.open()) {
            sender.accept(new byte[length], now);
        }
    }

    private void receive(Process at, Sent sent) throws MalformedPacketException {
        reader.reset(sent.bytes, 0, sent.bytes.length);
        int kind = LanMessage.readKind(reader);
        reader.getLong();
        int start = reader.position();
        at.member.handle(kind, new ProcessId(sent.from), reader, now);
        if (at.number == 1) {
            reader.reset(sent.bytes, start, sent.bytes.length - start);
            relay.handle(kind, new ProcessId(sent.from), reader, now);
        }
    }

    @Test
    void fewMembersAreNotifiedAndReportSoon() throws MalformedPacketException {
        run(2);
        assertThat(acknowledgements).isGreaterThan(SECONDS * 2 * 190);
        assertThat(notices).isGreaterThan(SECONDS * 190);
        assertThat(delivered).isGreaterThan(SECONDS * 2 * 990);
    }

    @Test
    void muchProgressIsReportedWithoutDelay() throws MalformedPacketException {
        config = config.withWindows(256, 32 << 10, 1 << 20);
        run(1, turn -> Collections.nCopies(20, 1L));
        assertThat(delivered).isGreaterThan(SECONDS * 19_000);
        assertThat(acknowledgements).isGreaterThan(SECONDS * 800);
        assertThat(notices).isGreaterThan(SECONDS * 800);
    }

    @Test
    void muchProgressOfManyIsSpacedAllTheSame() throws MalformedPacketException {
        config = config.withWindows(256, 32 << 10, 1 << 20);
        run(20, turn -> Collections.nCopies(20, 1L));
        assertThat(delivered).isGreaterThan(SECONDS * 20 * 1000);
        assertThat(acknowledgements).isLessThan(SECONDS * 2100);
        assertThat(notices).isLessThan(SECONDS * 220);
    }

    @Test
    void manyMembersReportAndAreNotifiedNoMoreThanTheirDelegateAndTheySupport() throws MalformedPacketException {
        run(80);
        assertThat(acknowledgements).isLessThan(SECONDS * 2100);
        assertThat(notices).isLessThan(SECONDS * 60);
        assertThat(delivered).isGreaterThan(SECONDS * 80 * 930);
    }

    @Test
    void whoSendsAloneSendsAtOnce() throws MalformedPacketException {
        run(10, turn -> List.of(3L));
        assertThat(segmentMessages).isGreaterThan(SECONDS * 980);
    }

    @Test
    void manyWhoSendAtATimeSendSeveralSegmentsTogether() throws MalformedPacketException {
        run(10, turn -> LongStream.rangeClosed(1, 10).boxed().toList());
        assertThat(delivered).isGreaterThan(SECONDS * 10 * 10 * 950);
        assertThat(segmentMessages).isLessThan(SECONDS * 10 * 120);
    }

    @Test
    void aFullMessageDoesNotWait() throws MalformedPacketException {
        length = 1000;
        run(10, turn -> LongStream.range(0, 100).map(each -> each % 10 + 1).boxed().toList());
        assertThat(delivered).isGreaterThan(SECONDS * 10 * 10 * 10 * 900);
        assertThat(segmentMessages).as("of 60 segments each").isBetween(SECONDS * 10 * 150, SECONDS * 10 * 200);
    }

    @Test
    void manyShortSegmentsFillAMessageByTheirLength() throws MalformedPacketException {
        run(10, turn -> LongStream.range(0, 200).map(each -> each % 10 + 1).boxed().toList());
        assertThat(delivered).isGreaterThan(SECONDS * 10 * 10 * 20 * 900);
        assertThat(segmentMessages).as("one for each interval of the spacing").isLessThan(SECONDS * 10 * 120);
    }

    @Test
    void allWhoSendAsMuchAsTheyMayShareWhatASiteKeeps() throws MalformedPacketException {
        int most = config.lanWindow().siteBytes();
        handedOverEvery = 20;
        for (int members : new int[] {10, 30}) {
            mostKept = 0;
            site.clear();
            run(members, turn -> LongStream.range(0, 20L * members).map(each -> each % members + 1).boxed().toList());
            assertThat(mostKept).as("bytes kept for %s members", members)
                    .isBetween((long) most / 4, (long) most + members * COST);
        }
    }
}
