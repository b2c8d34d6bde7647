package org.xpand.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import org.jgroups.Address;
import org.jgroups.PhysicalAddress;
import org.jgroups.protocols.PingData;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.Responses;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.Test;

class FirstSearchTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final PhysicalAddress HERE = new IpAddress(LOOPBACK, 1000);
    private static final PhysicalAddress THERE = new IpAddress(LOOPBACK, 1001);
    private static final Address FIRST = new UUID(0, 1);
    private static final Address SECOND = new UUID(0, 2);

    private final Responses responses = new Responses(true);
    private int asked;

    private FirstSearch search(Address self, PhysicalAddress... hosts) {
        FirstSearch search = new FirstSearch(responses, self, List.of(hosts), () -> asked++);
        search.begin();
        return search;
    }

    private void answer(FirstSearch search, Address from, PhysicalAddress host) {
        PingData data = new PingData(from, false, "other", host);
        responses.addResponse(data, false);
        search.answered(data);
    }

    @Test
    void nobodyIsWaitedForWhereNobodyIs() {
        FirstSearch search = search(FIRST, HERE, THERE);
        search.away(HERE);
        assertThat(responses.isDone()).isFalse();
        search.away(THERE);
        assertThat(responses.isDone()).isTrue();
        assertThat(search.founds()).isTrue();
        assertThat(asked).isZero();
    }

    @Test
    void whoHasNobodyToAskGoesOn() {
        search(FIRST);
        assertThat(responses.isDone()).isTrue();
    }

    @Test
    void theFirstOfThoseWhoLookGoesOnWhenTheyHaveSaidSoTwice() {
        FirstSearch search = search(FIRST, HERE, THERE);
        answer(search, SECOND, HERE);
        search.away(THERE);
        assertThat(responses.isDone()).isFalse();
        assertThat(asked).isEqualTo(1);
        answer(search, SECOND, HERE);
        assertThat(responses.isDone()).isTrue();
    }

    @Test
    void whoIsNotTheFirstAsksUntilTheFirstHasFounded() {
        FirstSearch search = search(SECOND, HERE);
        for (int times = 1; times <= 5; times++) {
            answer(search, FIRST, HERE);
            assertThat(responses.isDone()).isFalse();
            assertThat(asked).isEqualTo(times);
        }
        responses.addResponse(new PingData(FIRST, true, "other", HERE).coord(true), true);
        assertThat(responses.isDone()).isTrue();
        assertThat(search.founds()).isFalse();
    }

    @Test
    void aClosedConnectionIsTriedOnceMore() {
        FirstSearch search = search(FIRST, HERE);
        search.closed(HERE);
        assertThat(asked).isEqualTo(1);
        assertThat(responses.isDone()).isFalse();
        search.closed(HERE);
        assertThat(responses.isDone()).isTrue();
    }
}
