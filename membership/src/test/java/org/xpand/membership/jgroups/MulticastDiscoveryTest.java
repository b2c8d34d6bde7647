package org.xpand.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.protocols.PING;
import org.jgroups.protocols.PingData;
import org.jgroups.protocols.PingHeader;
import org.jgroups.stack.IpAddress;
import org.jgroups.stack.Protocol;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A process that founds a site, and others that have asked it meanwhile. */
class MulticastDiscoveryTest {
    private static final Address SELF = new UUID(0, 1);
    private static final Address ASKER = new UUID(0, 2);
    private static final Address OTHER_ASKER = new UUID(0, 3);
    private static final PhysicalAddress HOST = new IpAddress(InetAddress.getLoopbackAddress(), 1001);

    private final List<Message> sent = new ArrayList<>();
    private final MulticastDiscovery discovery = new MulticastDiscovery();

    @BeforeEach
    void stack() {
        discovery.setAddress(SELF);
        discovery.setDownProtocol(new Protocol() {
            @Override
            public Object down(Event event) {
                return event.getType() == Event.GET_PHYSICAL_ADDRESS ? HOST : Boolean.TRUE;
            }

            @Override
            public Object down(Message message) {
                sent.add(message);
                return null;
            }
        });
        discovery.down(new Event(Event.CONNECT, "site"));
    }

    private void asks(Address asker) {
        byte[] about = MulticastDiscovery.marshal(new PingData(asker, false, "asker", HOST)).getArray();
        discovery.up(new BytesMessage(SELF, about).setSrc(asker)
                .putHeader(discovery.getId(), new PingHeader(PingHeader.GET_MBRS_REQ).clusterName("site").initialDiscovery(true)));
    }

    private PingData answer(Message message) {
        assertThat(((PingHeader) message.getHeader(discovery.getId())).type()).isEqualTo(PingHeader.GET_MBRS_RSP);
        List<PingData> about = new Reader().read(message);
        assertThat(about).hasSize(1);
        return about.get(0);
    }

    @Test
    void whoHasFoundedTellsAllThatHaveAskedIt() {
        asks(ASKER);
        asks(OTHER_ASKER);
        sent.clear();
        discovery.founding();
        discovery.down(new Event(Event.BECOME_SERVER));
        assertThat(sent).extracting(Message::getDest).containsExactlyInAnyOrder(ASKER, OTHER_ASKER);
        assertThat(sent).extracting(this::answer).allMatch(PingData::isCoord).extracting(PingData::getAddress).containsOnly(SELF);
    }

    @Test
    void whoHasJoinedTellsNobody() {
        asks(ASKER);
        sent.clear();
        discovery.down(new Event(Event.BECOME_SERVER));
        assertThat(sent).isEmpty();
    }

    @Test
    void whoFoundsSaysSoButDoesNotAdmitYet() {
        discovery.founding();
        asks(ASKER);
        assertThat(sent).extracting(this::answer).allMatch(each -> each.isServer() && !each.isCoord());
    }

    private static final class Reader extends PING {
        List<PingData> read(Message message) {
            return readPingData(message.getArray(), message.getOffset(), message.getLength());
        }
    }
}
