package org.xpand.alm.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.seal.DatagramSeal;
import org.xpand.protocols.seal.LinkKeys;

/** A datagram without a site's seal, or received before, is dropped, whatever its source address. */
@Isolated
class SealedLinkTest extends LinkFixture {
    private static final byte[] HELLO = {1, 2, 3};

    private final LinkKeys keysA = LinkKeys.create();
    private final LinkKeys keysB = LinkKeys.create();

    /** Seals for one other site. */
    private static final class OnePeer implements LinkSeal {
        private final SiteId peer;
        private DatagramSeal seal;
        private Runnable changed;

        private OnePeer(SiteId peer, DatagramSeal seal) {
            this.peer = peer;
            this.seal = seal;
        }

        private void change(DatagramSeal another) {
            seal = another;
            changed.run();
        }

        @Override
        public int mark(SiteId from) {
            return seal.mark();
        }

        @Override
        public void onChange(Runnable run) {
            changed = run;
        }

        @Override
        public int overhead() {
            return DatagramSeal.OVERHEAD;
        }

        @Override
        public int seal(SiteId to, byte[] source, int offset, int length, byte[] target, long nowNanos) {
            return to.equals(peer) ? seal.seal(source, offset, length, target, nowNanos) : -1;
        }

        @Override
        public int open(SiteId from, byte[] source, int offset, int length, byte[] target) {
            return from.equals(peer) ? seal.open(source, offset, length, target) : -1;
        }
    }

    private DatagramLink sealed(RecordingListener listener, SiteId peer, LinkKeys own, LinkKeys others) {
        return sealed(listener, new OnePeer(peer, own.agree(others.publicPart()).orElseThrow()));
    }

    private DatagramLink sealed(RecordingListener listener, OnePeer seal) {
        DatagramLink link = DatagramLink.open(loop, settings(0, LinkSettings.MAX_DATAGRAM, LinkSettings.SEND_QUEUE_BYTES),
                seal, clockReads::incrementAndGet, listener);
        opened.add(link);
        return link;
    }

    @ParameterizedTest
    @MethodSource("transports")
    void sealedDatagramsGoThereAndBackWhateverTheirLength(Transport transport) throws Exception {
        start(transport);
        DatagramLink a = sealed(atA, B, keysA, keysB);
        DatagramLink b = sealed(atB, A, keysB, keysA);
        introduce(a, b);
        byte[] longest = new byte[LinkSettings.MAX_DATAGRAM];
        longest[7] = 9;
        onLoop(() -> a.send(B, HELLO, 0, 3));
        onLoop(() -> a.send(B, longest, 0, longest.length));
        onLoop(a::flush);
        await().atMost(LIMIT).until(() -> atB.arrivals.size() == 2);
        assertThat(atB.arrivals.get(0).bytes()).containsExactly(1, 2, 3);
        assertThat(atB.arrivals.get(1).bytes()).isEqualTo(longest);
        onLoop(() -> b.send(A, HELLO, 0, 3));
        onLoop(b::flush);
        await().atMost(LIMIT).until(() -> atA.arrivals.size() == 1);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void whatIsForgedOrComesAgainIsDroppedAndCounted(Transport transport) throws Exception {
        start(transport);
        DatagramLink a = sealed(atA, B, keysA, keysB);
        // Sends from the endpoint that is known as B's, without a seal of its own.
        DatagramLink b = open(atB);
        introduce(a, b);
        DatagramSeal seal = keysB.agree(keysA.publicPart()).orElseThrow();
        byte[] good = new byte[HELLO.length + DatagramSeal.OVERHEAD];
        seal.seal(HELLO, 0, HELLO.length, good, 0);
        byte[] turned = good.clone();
        turned[turned.length - 1] ^= 1;
        onLoop(() -> {
            b.send(A, HELLO, 0, HELLO.length);
            b.send(A, turned, 0, turned.length);
            b.send(A, good, 0, good.length);
            b.send(A, good, 0, good.length);
            b.flush();
            return true;
        });
        await().atMost(LIMIT).until(() -> a.stats().droppedNotOpened() == 3);
        assertThat(atA.arrivals).hasSize(1);
        assertThat(atA.arrivals.get(0).bytes()).isEqualTo(HELLO);
        onLoop(() -> a.send(B, HELLO, 0, HELLO.length));
        onLoop(a::flush);
        await().atMost(LIMIT).until(() -> atB.arrivals.size() == 1);
        byte[] onTheLine = atB.arrivals.get(0).bytes();
        assertThat(onTheLine).hasSize(HELLO.length + DatagramSeal.OVERHEAD);
        assertThat(new String(onTheLine, StandardCharsets.ISO_8859_1))
                .doesNotContain(new String(HELLO, StandardCharsets.ISO_8859_1));
    }

    private static byte[] sealed(DatagramSeal seal) {
        byte[] datagram = new byte[HELLO.length + DatagramSeal.OVERHEAD];
        seal.seal(HELLO, 0, HELLO.length, datagram, 0);
        return datagram;
    }

    /** Sends until one has arrived; a flood may fill the socket's buffer. */
    private void receive(DatagramLink through, DatagramSeal seal) throws Exception {
        int before = atA.arrivals.size();
        await().atMost(LIMIT).until(() -> {
            onLoop(() -> through.send(A, sealed(seal), 0, HELLO.length + DatagramSeal.OVERHEAD));
            onLoop(through::flush);
            return atA.arrivals.size() > before;
        });
    }

    /** Sends as a stranger with a site's address: it has not seen the site's traffic, so it cannot know how its seals start. */
    private static void forge(DatagramLink b, byte[] last) {
        byte[] noise = new byte[100];
        noise[0] = last[0];
        for (int i = 0; i < StrangerFilter.MANY; i++) {
            noise[DatagramSeal.MARK_AT + 1] = (byte) (last[DatagramSeal.MARK_AT + 1] + 2 + i % 200);
            b.send(A, noise, 0, noise.length);
        }
        b.flush();
    }

    @Test
    void theSystemDropsWhatIsForgedWithASitesAddressWhileItIsMuch() throws Exception {
        assumeThat(Transport.EPOLL.available()).as("Linux with Netty's native library").isTrue();
        start(Transport.EPOLL);
        OnePeer seals = new OnePeer(B, keysA.agree(keysB.publicPart()).orElseThrow());
        DatagramLink a = sealed(atA, seals);
        DatagramLink b = open(atB);
        introduce(a, b);
        DatagramSeal ofB = keysB.agree(keysA.publicPart()).orElseThrow();
        receive(b, ofB);
        long asked = a.stats().droppedNotOpened();
        await().atMost(LIMIT).until(() -> {
            onLoop(() -> forge(b, sealed(ofB)));
            return onLoop(() -> a.strangerFilter().isShut());
        });
        assertThat(a.stats().droppedNotOpened()).as("refused one by one until then").isGreaterThan(asked);
        receive(b, ofB);
        long refused = a.stats().droppedNotOpened();
        onLoop(() -> forge(b, sealed(ofB)));
        receive(b, ofB);
        assertThat(a.stats().droppedNotOpened()).as("no longer").isEqualTo(refused);
        LinkKeys again = LinkKeys.create();
        onLoop(() -> seals.change(keysA.agree(again.publicPart()).orElseThrow()));
        DatagramSeal ofBAgain = again.agree(keysA.publicPart()).orElseThrow();
        receive(b, ofBAgain);
        assertThat(onLoop(() -> a.strangerFilter().isShut())).as("who has begun again is heard while it is shut").isTrue();
        await().atMost(LIMIT).until(() -> {
            long before = a.stats().droppedNotOpened();
            onLoop(() -> forge(b, sealed(ofBAgain)));
            receive(b, ofBAgain);
            return a.stats().droppedNotOpened() == before;
        });
    }

    @ParameterizedTest
    @MethodSource("transports")
    void aSiteWithoutAKeyIsNotSentTo(Transport transport) throws Exception {
        start(transport);
        DatagramLink a = sealed(atA, new SiteId(99), keysA, keysB);
        DatagramLink b = open(atB);
        introduce(a, b);
        onLoop(() -> a.send(B, HELLO, 0, HELLO.length));
        assertThat(a.stats().droppedUnknownSite()).isEqualTo(1);
    }
}
