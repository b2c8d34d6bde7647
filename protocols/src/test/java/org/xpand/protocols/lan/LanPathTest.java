package org.xpand.protocols.lan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

class LanPathTest {
    private static final long STEP_NANOS = 1_000_000;
    private static final int MOST_LENGTH = 60_000;

    private final List<Node> nodes = new ArrayList<>();
    private final Random random = new Random(1);
    private long capacity = DatagramWindow.MOST_BYTES;
    /** Whether a datagram from one node reaches the other. */
    private BiPredicate<Node, Node> reaches = (from, to) -> true;
    /** Whether the queue of the other path is full. */
    private Predicate<byte[]> fallbackLoses = message -> false;
    private long now;

    /** One process on a LAN whose datagrams may get lost, and on a path that loses nothing. */
    private final class Node implements LanPath.Output {
        private final ProcessId id;
        private final LanPath path;
        private final List<String> received = new ArrayList<>();
        private final Set<Integer> lengths = new HashSet<>();
        private final ArrayDeque<Runnable> arriving = new ArrayDeque<>();
        private int datagrams;
        private int controls;
        private int roomAgain;

        private Node(long id) {
            this.id = new ProcessId(id);
            this.path = new LanPath(this.id, MOST_LENGTH, capacity, this);
            nodes.add(this);
        }

        private void see(Node... others) {
            path.view(Arrays.stream(others).map(each -> each.id).toList(), now);
        }

        private void multicast(long value, int length) {
            path.multicast(new Content(value, length), now);
        }

        private List<Long> from(Node other, String kind) {
            String start = other.id.value() + kind;
            return received.stream().filter(each -> each.startsWith(start)).map(each -> Long.parseLong(each.substring(start.length()))).toList();
        }

        private void datagram(Node to, byte[] datagram, int length) {
            datagrams++;
            byte[] copy = Arrays.copyOf(datagram, length);
            if (reaches.test(this, to)) {
                to.arriving.add(() -> to.path.datagram(copy, 0, length, now));
            }
        }

        @Override
        public void multicast(byte[] datagram, int length) {
            nodes.stream().filter(each -> each != this).forEach(each -> datagram(each, datagram, length));
        }

        @Override
        public void send(ProcessId to, byte[] datagram, int length) {
            nodes.stream().filter(each -> each.id.equals(to)).forEach(each -> datagram(each, datagram, length));
        }

        @Override
        public void control(ProcessId to, byte[] message) {
            controls++;
            assertThat(LanPath.isControl(message)).isTrue();
            if (fallbackLoses.test(message)) {
                return;
            }
            nodes.stream().filter(each -> each.id.equals(to)).forEach(each -> each.arriving.add(() -> each.path.control(id, message, now)));
        }

        @Override
        public void deliver(ProcessId from, byte[] buffer, int offset, int length) {
            WireReader in = new WireReader(buffer).reset(buffer, offset, length);
            lengths.add(length);
            received.add(from.value() + (length == Long.BYTES + 1 ? "letter" : "all") + in.getLong());
        }

        @Override
        public void roomAgain() {
            roomAgain++;
        }
    }

    private record Content(long value, int length) implements LanContent {
        @Override
        public void writeTo(WireWriter out) {
            out.putLong(value);
            for (int i = Long.BYTES; i < length; i++) {
                out.putByte(0);
            }
        }
    }

    /** Lets everything arrive that is on its way, and time pass. */
    private void pass(int steps) {
        for (int i = 0; i < steps; i++) {
            now += STEP_NANOS;
            for (boolean more = true; more;) {
                more = false;
                for (Node each : nodes) {
                    for (int left = each.arriving.size(); left > 0; left--) {
                        each.arriving.remove().run();
                        more = true;
                    }
                }
            }
            nodes.forEach(each -> each.path.run(now));
        }
    }

    private Node[] threeInOneView() {
        Node a = new Node(1);
        Node b = new Node(2);
        Node c = new Node(3);
        a.see(b, c);
        b.see(a, c);
        c.see(a, b);
        pass(1);
        return new Node[] {a, b, c};
    }

    private static Long[] numbers(int first, int end) {
        return LongStream.range(first, end).boxed().toArray(Long[]::new);
    }

    @Test
    void everyMessageArrivesOnceAndInOrderThoughAThirdOfTheDatagramsIsLost() {
        Node[] all = threeInOneView();
        reaches = (from, to) -> random.nextInt(3) > 0;
        for (int i = 0; i < 300; i++) {
            for (Node each : all) {
                each.multicast(i, 100);
                Node other = all[(int) (each.id.value() % all.length)];
                each.path.send(other.id, new Content(i, Long.BYTES + 1), now);
            }
            pass(1);
        }
        pass(3000);

        for (Node each : all) {
            for (Node from : all) {
                if (from != each) {
                    assertThat(each.from(from, "all")).containsExactly(numbers(0, 300));
                }
            }
        }
        assertThat(all[1].from(all[0], "letter")).containsExactly(numbers(0, 300));
        assertThat(all[2].from(all[1], "letter")).containsExactly(numbers(0, 300));
        assertThat(all[0].from(all[2], "letter")).containsExactly(numbers(0, 300));
    }

    @Test
    void theLastMessageIsRepairedThoughNoneFollows() {
        Node[] all = threeInOneView();
        reaches = (from, to) -> false;
        all[0].multicast(7, 100);
        pass(1);
        reaches = (from, to) -> true;
        pass(100);

        assertThat(all[1].from(all[0], "all")).containsExactly(7L);
        assertThat(all[2].from(all[0], "all")).containsExactly(7L);
    }

    @Test
    void whoJoinsReceivesWhatIsSentAfterTheSenderSawItAlsoIfItSeesTheSenderLater() {
        Node a = new Node(1);
        Node b = new Node(2);
        a.multicast(0, 100);
        a.see(b);
        a.multicast(1, 100);
        pass(5);
        assertThat(b.received).isEmpty();
        b.see(a);
        a.multicast(2, 100);
        pass(200);

        assertThat(b.from(a, "all")).containsExactly(1L, 2L);
    }

    @Test
    void whoIsSeenAgainContinuesWithoutRepetition() {
        Node[] all = threeInOneView();
        all[0].multicast(0, 100);
        pass(1);
        // One side only takes the other for gone, and as new at once.
        all[0].see(all[2]);
        all[0].see(all[1], all[2]);
        all[0].multicast(1, 100);
        all[1].multicast(5, 100);
        all[0].path.send(all[1].id, new Content(9, Long.BYTES + 1), now);
        pass(300);

        assertThat(all[1].from(all[0], "all")).containsExactly(0L, 1L);
        assertThat(all[1].from(all[0], "letter")).containsExactly(9L);
        assertThat(all[0].from(all[1], "all")).containsExactly(5L);
    }

    @Test
    void thereIsNoRoomUntilTheSlowestHasReceivedAndThenTheSenderIsCalled() {
        Node[] all = threeInOneView();
        Set<Node> reached = new HashSet<>(List.of(all[0], all[1]));
        reaches = (from, to) -> reached.contains(to);
        int sent = 0;
        while (all[0].path.hasRoom()) {
            all[0].multicast(sent++, MOST_LENGTH);
        }
        pass(5);
        assertThat(sent).isEqualTo(140);
        assertThat(all[1].from(all[0], "all")).hasSize(sent);
        assertThat(all[0].path.hasRoom()).isFalse();
        assertThat(all[0].roomAgain).isZero();
        reached.add(all[2]);
        pass(500);

        assertThat(all[2].from(all[0], "all")).containsExactly(numbers(0, sent));
        assertThat(all[0].roomAgain).isEqualTo(1);
        assertThat(all[0].path.hasRoom()).isTrue();
    }

    @Test
    void whoLeavesIsNotWaitedFor() {
        Node[] all = threeInOneView();
        reaches = (from, to) -> to != all[2];
        while (all[0].path.hasRoom()) {
            all[0].multicast(0, MOST_LENGTH);
        }
        pass(5);
        all[0].see(all[1]);

        assertThat(all[0].roomAgain).isEqualTo(1);
        assertThat(all[0].path.hasRoom()).isTrue();
    }

    @Test
    void whomNoDatagramReachesGetsMessagesOverTheReliablePathInOrder() {
        Node[] all = threeInOneView();
        reaches = (from, to) -> to != all[2] && from != all[2];
        for (int i = 0; i < 3000; i++) {
            if (i % 10 == 0) {
                all[0].multicast(i / 10, 100);
                all[2].multicast(i / 10, 100);
                all[0].path.send(all[2].id, new Content(i / 10, Long.BYTES + 1), now);
            }
            pass(1);
        }
        pass(10_000);

        assertThat(all[0].path.stats().detours()).isEqualTo(1);
        assertThat(all[1].path.stats().detours()).isZero();
        for (Node each : List.of(all[1], all[2])) {
            assertThat(each.from(all[0], "all")).containsExactly(numbers(0, 300));
        }
        assertThat(all[2].from(all[0], "letter")).containsExactly(numbers(0, 300));
        for (Node each : List.of(all[0], all[1])) {
            assertThat(each.from(all[2], "all")).containsExactly(numbers(0, 300));
        }
    }

    @Test
    void whoDoesNotRunForAWhileIsNotSentEverythingOverTheReliablePath() {
        Node[] all = threeInOneView();
        // Neither path is read by it.
        ArrayDeque<Runnable> unread = new ArrayDeque<>();
        for (int i = 0; i < 5000; i++) {
            if (i % 10 == 0) {
                all[0].multicast(i / 10, 100);
            }
            unread.addAll(all[2].arriving);
            all[2].arriving.clear();
            pass(1);
        }
        assertThat(all[0].path.stats().detours()).isZero();
        all[2].arriving.addAll(unread);
        pass(1000);

        assertThat(all[0].path.stats().detours()).isZero();
        assertThat(all[2].from(all[0], "all")).containsExactly(numbers(0, 500));
    }

    @Test
    void whoIsReachedByDatagramsAgainGetsThemOnly() {
        Node[] all = threeInOneView();
        reaches = (from, to) -> to != all[2];
        all[0].multicast(0, 100);
        pass(6000);
        assertThat(all[0].path.stats().detours()).isEqualTo(1);
        reaches = (from, to) -> true;
        for (int i = 1; i < 1000; i++) {
            all[0].multicast(i, 100);
            pass(1);
        }
        pass(1000);
        int controls = all[0].controls;
        all[0].multicast(1000, 100);
        pass(1000);

        assertThat(all[0].path.stats().detours()).isZero();
        assertThat(all[0].controls).isEqualTo(controls);
        assertThat(all[2].from(all[0], "all")).containsExactly(numbers(0, 1001));
    }

    @Test
    void nothingIsSentWhileThereIsNothingToSay() {
        Node[] all = threeInOneView();
        all[0].multicast(0, 100);
        pass(2000);
        int datagrams = Arrays.stream(all).mapToInt(each -> each.datagrams).sum();
        int controls = Arrays.stream(all).mapToInt(each -> each.controls).sum();
        pass(10_000);

        assertThat(Arrays.stream(all).mapToInt(each -> each.datagrams).sum()).isEqualTo(datagrams).isLessThan(20);
        assertThat(Arrays.stream(all).mapToInt(each -> each.controls).sum()).isEqualTo(controls);
        for (Node each : all) {
            assertThat(each.path.run(now)).isEqualTo(Long.MAX_VALUE);
        }
    }

    @Test
    void whatTheQueueOfTheOtherPathDropsIsRequestedThere() {
        Node[] all = threeInOneView();
        reaches = (from, to) -> to != all[2] && from != all[2];
        all[0].multicast(0, 100);
        pass(6000);
        assertThat(all[0].path.stats().detours()).isEqualTo(1);
        fallbackLoses = message -> message[2] == LanDatagram.MULTICAST && random.nextInt(3) == 0;
        for (int i = 1; i < 300; i++) {
            all[0].multicast(i, 100);
            pass(10);
        }
        pass(3000);

        assertThat(all[2].from(all[0], "all")).containsExactly(numbers(0, 300));
    }

    @Test
    void noMoreIsOnItsWayThanTheSmallestSocketHolds() {
        capacity = 1 << 20;
        Node a = new Node(1);
        capacity = 300_000;
        Node b = new Node(2);
        a.see(b);
        b.see(a);
        pass(5);

        assertThat(a.path.stats().window()).isEqualTo(300_000);
        assertThat(b.path.stats().window()).isEqualTo(300_000);
    }

    @Test
    void allThatSendShareASocket() {
        capacity = 900_000;
        Node[] all = threeInOneView();
        for (Node each : all) {
            each.multicast(0, 100);
        }
        pass(500);
        for (Node each : all) {
            assertThat(each.path.stats().window()).isEqualTo(300_000);
        }
        pass(2000);
        // Only this one sends now; the window grows with what is acknowledged.
        for (int i = 1; i < 2000; i++) {
            all[0].multicast(i, MOST_LENGTH);
            pass(1);
        }
        assertThat(all[0].path.stats().window()).isGreaterThan(800_000).isLessThanOrEqualTo(900_000);
    }

    @Test
    void aLossHalvesTheWindowOnce() {
        Node[] all = threeInOneView();
        long before = all[0].path.stats().window();
        boolean[] lost = {true};
        reaches = (from, to) -> !lost[0];
        for (int i = 0; i < 10; i++) {
            all[0].multicast(i, MOST_LENGTH);
        }
        pass(1);
        lost[0] = false;
        pass(300);

        assertThat(all[1].from(all[0], "all")).containsExactly(numbers(0, 10));
        assertThat(all[0].path.stats().sentAgain()).isEqualTo(10);
        assertThat(all[0].path.stats().window()).isBetween(before / 2, before / 2 + MOST_LENGTH);
    }

    /** With small windows the receivers have to announce sooner, or senders would wait for them. */
    @Test
    void aSenderDoesNotWaitForAnnouncementsWhateverItsWindow() {
        for (long each : new long[] {DatagramWindow.LEAST_HELD_BYTES, 400_000, DatagramWindow.MOST_BYTES}) {
            nodes.clear();
            capacity = each;
            Node[] all = threeInOneView();
            int sent = 0;
            for (int i = 0; i < 1000; i++) {
                while (sent <= i && all[0].path.hasRoom()) {
                    all[0].multicast(sent++, MOST_LENGTH);
                }
                pass(1);
            }
            assertThat(sent).as("window %s", each).isEqualTo(1000);
        }
    }

    /** As the list of the members of many groups is. */
    @Test
    void aMessageLongerThanADatagramArrivesWholeAndInOrder() {
        Node[] all = threeInOneView();
        reaches = (from, to) -> random.nextInt(3) > 0;
        for (int i = 0; i < 20; i++) {
            all[0].multicast(2 * i, 100);
            all[0].multicast(2 * i + 1, 2 * MOST_LENGTH + 1 + i * MOST_LENGTH / 10);
            all[0].path.send(all[1].id, new Content(i, 3 * MOST_LENGTH), now);
            pass(50);
        }
        pass(3000);

        assertThat(all[2].from(all[0], "all")).containsExactly(numbers(0, 40));
        assertThat(all[1].from(all[0], "all")).hasSize(60);
        assertThat(all[2].lengths).contains(100, 2 * MOST_LENGTH + 1, 2 * MOST_LENGTH + 1 + 19 * MOST_LENGTH / 10);
    }

    @Test
    void whoLeftLongAgoIsForgotten() {
        Node a = new Node(1);
        for (int i = 2; i < 2000; i++) {
            a.path.view(List.of(new ProcessId(i)), now);
            // Messages of processes that no view has yet are no reason to keep more.
            byte[] ask = new byte[LanPath.HEADER_LENGTH - Long.BYTES];
            new WireWriter(ask).putShort(0xEE4C).putByte(LanDatagram.ASK).putLong(1_000_000 + i);
            a.path.control(new ProcessId(1_000_000 + i), ask, now);
        }
        assertThat(a.path.known()).isLessThan(300);
    }

    @Test
    void whatNoProcessOfTheSiteCanHaveWrittenIsRefused() {
        Node[] all = threeInOneView();
        byte[] claim = new byte[Short.BYTES + 1 + 9 * Long.BYTES];
        WireWriter out = new WireWriter(claim).putShort(0xEE4C).putByte(LanDatagram.STATUS).putLong(2).putLong(0).putLong(0).putLong(0);
        out.putLong(1).putLong(99).putLong(0).putLong(0).putLong(0);

        assertThatThrownBy(() -> all[0].path.datagram(claim, 0, claim.length, now)).isInstanceOf(MalformedPacketException.class);
        assertThatThrownBy(() -> all[0].path.datagram(claim, 0, 5, now)).isInstanceOf(MalformedPacketException.class);
        assertThatThrownBy(() -> all[0].path.datagram(new byte[100], 0, 100, now)).isInstanceOf(MalformedPacketException.class);
    }
}
