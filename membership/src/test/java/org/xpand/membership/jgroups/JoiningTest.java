package org.xpand.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.PingData;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.JoinRsp;
import org.jgroups.stack.IpAddress;
import org.jgroups.stack.Protocol;
import org.jgroups.util.Digest;
import org.jgroups.util.Responses;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Joining beside a discovery that answers as the test says. */
@Timeout(20)
class JoiningTest {
    private static final int LONG_MILLIS = 60_000;
    private static final Address SELF = new UUID(0, 2);
    private static final Address GREATER = new UUID(0, 3);
    private static final Address LEAST = new UUID(0, 1);
    private static final PhysicalAddress GONE = new IpAddress(InetAddress.getLoopbackAddress(), 1001);
    private static final PhysicalAddress HERE = new IpAddress(InetAddress.getLoopbackAddress(), 1002);

    private final Views membership = new Views();
    private final Wire wire = new Wire();
    private Joining joining;

    @BeforeEach
    void stack() {
        membership.setId(ClassConfigurator.getProtocolId(GMS.class));
        membership.setAddress(SELF);
        membership.setUpProtocol(new Protocol() {
            @Override
            public Object up(Event event) {
                return null;
            }
        });
        membership.setDownProtocol(wire);
        patient(LONG_MILLIS, 1);
    }

    private void patient(int joinMillis, double busyTimes) {
        membership.setJoinTimeout(joinMillis);
        joining = new Joining(membership, 1, () -> busyTimes);
        membership.take(joining);
    }

    private static PingData client(Address address) {
        return new PingData(address, false, "client", HERE);
    }

    private static PingData server(Address address) {
        return new PingData(address, true, "server", HERE);
    }

    private static PingData coordinator(Address address, PhysicalAddress host) {
        return new PingData(address, true, "coordinator", host).coord(true);
    }

    @Test
    void whoFindsNobodyFounds() {
        wire.finds();
        joining.join(SELF);
        assertThat(membership.installed.getMembers()).containsExactly(SELF);
    }

    @Test
    void aCoordinatorThatHasGoneIsNeitherWaitedForNorAskedAgain() {
        wire.finds(coordinator(LEAST, GONE)).finds(client(GREATER));
        joining.join(SELF);
        assertThat(wire.asked).containsExactly(LEAST);
        assertThat(membership.installed.getMembers()).containsExactly(SELF);
    }

    @Test
    void whoTakesItsPlaceIsWaitedForAndJoined() {
        wire.finds(coordinator(LEAST, GONE), server(GREATER)).finds(server(GREATER)).finds(coordinator(GREATER, HERE));
        joining.join(SELF);
        assertThat(wire.asked).containsExactly(LEAST, GREATER);
        assertThat(membership.installed.getMembers()).containsExactly(GREATER, SELF);
    }

    @Test
    void aCoordinatorThatHangsIsNotWaitedForOnceTheOthersHaveAnotherOne() {
        wire.finds(coordinator(LEAST, HERE), server(GREATER)).finds(coordinator(LEAST, HERE), coordinator(GREATER, HERE)).finds()
                .finds(coordinator(GREATER, HERE));
        joining.join(SELF);
        assertThat(wire.asked).containsExactly(LEAST, GREATER);
        assertThat(membership.installed.getMembers()).containsExactly(GREATER, SELF);
    }

    @Test
    void whatASearchFoundIsForgottenWithTheNext() {
        wire.finds(server(GREATER)).finds();
        joining.join(SELF);
        assertThat(membership.installed.getMembers()).containsExactly(SELF);
    }

    @Test
    void afterItsPatienceItGoesOnAlone() {
        patient(100, 1);
        wire.silent = true;
        wire.finds(coordinator(GREATER, HERE));
        joining.join(SELF);
        assertThat(wire.asked).isNotEmpty();
        assertThat(membership.installed.getMembers()).containsExactly(SELF);
    }

    @Test
    void onABusyComputerItsPatienceIsLonger() {
        patient(100, 5);
        wire.silent = true;
        wire.finds(coordinator(GREATER, HERE));
        long before = System.nanoTime();
        joining.join(SELF);
        assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(500_000_000L);
        assertThat(membership.installed.getMembers()).containsExactly(SELF);
    }

    /** Takes the view that it is given. */
    private static final class Views extends GMS {
        private View installed;

        void take(Joining joining) {
            impl = joining;
        }

        @Override
        public void installView(View view, Digest digest) {
            installed = view;
        }
    }

    /** Finds what is reported to it, the last of it again and again; nobody is at {@link #GONE}. */
    private final class Wire extends Protocol {
        private final Deque<List<PingData>> searches = new ArrayDeque<>();
        private final List<Address> asked = new ArrayList<>();
        private boolean silent;

        Wire finds(PingData... found) {
            searches.add(List.of(found));
            return this;
        }

        @Override
        public Object down(Event event) {
            if (event.getType() != Event.FIND_INITIAL_MBRS) {
                return null;
            }
            Responses responses = new Responses(false);
            (searches.size() > 1 ? searches.remove() : searches.element()).forEach(each -> responses.addResponse(each, true));
            return responses.done();
        }

        @Override
        public Object down(Message message) {
            GMS.GmsHeader header = message.getHeader(membership.getId());
            if (header.getType() != GMS.GmsHeader.JOIN_REQ) {
                return null;
            }
            asked.add(message.getDest());
            if (message.getDest().equals(LEAST)) {
                joining.away(GONE);
            } else if (!silent) {
                View view = View.create(message.getDest(), 1, message.getDest(), SELF);
                joining.handleJoinResponse(new JoinRsp(view, new Digest(view.getMembersRaw(), new long[4])));
            }
            return null;
        }
    }
}
