package org.xpand.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.protocols.Discovery;
import org.jgroups.protocols.PingData;
import org.jgroups.protocols.PingHeader;
import org.jgroups.protocols.SHARED_LOOPBACK;
import org.jgroups.stack.IpAddress;
import org.jgroups.stack.Protocol;
import org.jgroups.util.Tuple;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PeerDiscoveryTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final PhysicalAddress SEED = new IpAddress(LOOPBACK, 1000);
    private static final PhysicalAddress OWN = new IpAddress(LOOPBACK, 1001);
    private static final PhysicalAddress COORDINATORS = new IpAddress(LOOPBACK, 1002);
    private static final PhysicalAddress MEMBERS = new IpAddress(LOOPBACK, 1003);
    private static final PhysicalAddress STRANGERS = new IpAddress(LOOPBACK, 1004);

    private final Address coordinator = UUID.randomUUID();
    private final Address member = UUID.randomUUID();
    private final Address stranger = UUID.randomUUID();
    private final Below below = new Below();
    private final PeerDiscovery discovery = new PeerDiscovery(List.of(OWN, SEED));
    private final List<PhysicalAddress> named = new CopyOnWriteArrayList<>();
    private JChannel channel;

    /** Knows where members live, and notes who is asked. */
    private static final class Below extends Protocol {
        final Map<Address, PhysicalAddress> known = new LinkedHashMap<>();
        final List<Address> asked = new CopyOnWriteArrayList<>();

        @Override
        public Object down(Event event) {
            return switch (event.getType()) {
                case Event.GET_PHYSICAL_ADDRESS -> known.get(event.<Address>getArg());
                case Event.GET_LOGICAL_PHYSICAL_MAPPINGS -> known;
                default -> down_prot.down(event);
            };
        }

        @Override
        public Object down(Message message) {
            asked.add(message.getDest());
            return null;
        }
    }

    @BeforeEach
    void connect() throws Exception {
        channel = new JChannel(List.of(new SHARED_LOOPBACK().<SHARED_LOOPBACK>setBindAddress(LOOPBACK), below, discovery));
        channel.connect("peers");
        below.known.put(channel.getAddress(), OWN);
        below.known.put(coordinator, COORDINATORS);
        below.known.put(member, MEMBERS);
        discovery.down(new Event(Event.VIEW_CHANGE, View.create(coordinator, 1, coordinator, member, channel.getAddress())));
    }

    @AfterEach
    void close() {
        channel.close();
    }

    private void look() {
        discovery.down(new Event(Event.FIND_MBRS_ASYNC, (Consumer<PingData>) each -> named.add(each.getPhysicalAddr())));
    }

    private void answer(Address from, Address... about) {
        List<PingData> found = new ArrayList<>();
        for (Address each : about) {
            found.add(new PingData(each, true, each.toString(), below.known.getOrDefault(each, STRANGERS)));
        }
        discovery.up(new BytesMessage(channel.getAddress()).setArray(Discovery.marshal(found)).setSrc(from)
                .putHeader(discovery.getId(), new PingHeader(PingHeader.GET_MBRS_RSP)));
    }

    @Test
    void onlyHostsBesideTheViewAreAskedAndTheCoordinatorIsNamed() {
        discovery.down(new Event(Event.ADD_PHYSICAL_ADDRESS, new Tuple<>(member, MEMBERS)));
        look();
        await().untilAsserted(() -> assertThat(below.asked).contains(SEED));
        look();
        await().untilAsserted(() -> assertThat(below.asked).containsExactly(SEED, SEED));
        assertThat(named).containsExactly(COORDINATORS, COORDINATORS);
    }

    @Test
    void whoIsFoundBesideTheViewIsNamedOnceInALook() {
        look();
        answer(stranger, stranger, member, coordinator);
        answer(stranger, stranger);
        assertThat(named).containsExactly(COORDINATORS, STRANGERS);
        look();
        answer(stranger, stranger);
        assertThat(named).containsExactly(COORDINATORS, STRANGERS, COORDINATORS, STRANGERS);
    }

    @Test
    void aSuccessorAtAMembersAddressIsAsked() {
        below.known.put(stranger, MEMBERS);
        look();
        await().untilAsserted(() -> assertThat(below.asked).containsExactlyInAnyOrder(SEED, MEMBERS));
    }

    @Test
    void ofManyHostsAFewAreAskedAndNamedEachTimeAndAllInTheEnd() {
        Address[] strangers = new Address[30];
        for (int i = 0; i < strangers.length; i++) {
            strangers[i] = UUID.randomUUID();
            below.known.put(strangers[i], new IpAddress(LOOPBACK, 2000 + i));
        }
        look();
        await().untilAsserted(() -> assertThat(below.asked).hasSize(8).doesNotHaveDuplicates());
        answer(stranger, strangers);
        assertThat(named).hasSize(9).doesNotHaveDuplicates().contains(COORDINATORS);
        await().until(() -> {
            look();
            return new HashSet<>(below.asked).size() == strangers.length + 1;
        });
    }

    @Test
    void aJoiningMemberAsksEverybody() {
        discovery.down(new Event(Event.ADD_PHYSICAL_ADDRESS, new Tuple<>(member, MEMBERS)));
        discovery.down(new Event(Event.FIND_INITIAL_MBRS, 1L));
        await().untilAsserted(() -> assertThat(below.asked).contains(SEED, MEMBERS));
    }
}
