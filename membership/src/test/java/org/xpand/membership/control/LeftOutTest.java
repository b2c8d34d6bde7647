package org.xpand.membership.control;

import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.Digest;
import org.jgroups.util.MutableDigest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.xpand.membership.jgroups.ProcessAddress;
import org.xpand.protocols.api.Endpoint;

/** A merge leaves out a member that answers too late: it keeps its old view, whose coordinator now has another coordinator. */
class LeftOutTest {
    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final int PORT = 17860;
    /** Nobody is suspected in the time of the test: a member that suspects its whole view founds one of its own, which is merged. */
    private static final ControlConfig.Timings PATIENT = new ControlConfig.Timings(Duration.ofMillis(500), Duration.ofMillis(800),
            Duration.ofMillis(500), Duration.ofSeconds(60), Duration.ofMillis(500), Duration.ofMillis(600));

    private final List<JChannel> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(JChannel::close);
    }

    private static IpAddress place(int number) throws Exception {
        return new IpAddress(InetAddress.getByName("127.0.0.1"), PORT + number);
    }

    private JChannel start(int number, List<PhysicalAddress> hosts) throws Exception {
        ControlConfig config = new ControlConfig("s" + number, number, new Endpoint("127.0.0.1", PORT + number), Optional.empty(),
                hosts.stream().map(host -> new Endpoint("127.0.0.1", ((IpAddress) host).getPort())).toList(), PATIENT);
        JChannel channel = new JChannel(ControlStack.protocols(config, InetAddress.getByName("127.0.0.1"), place(number), hosts));
        channel.setName("s" + number);
        channel.addAddressGenerator(() -> new ProcessAddress(number, ControlConfig.ADDRESS_TAG, "s" + number).toAddress(number));
        open.add(channel);
        return channel.connect(ControlConnector.CLUSTER);
    }

    private static Digest digest(JChannel of) {
        return (Digest) of.down(new Event(Event.GET_DIGEST, of.getAddress()));
    }

    private static void install(JChannel at, View view, Digest digest) {
        ((GMS) at.getProtocolStack().findProtocol(GMS.class)).installView(view, digest);
    }

    /** With the leader before or after the others in the order of addresses: it decides who may lead the next merge. */
    private void joinsAgain(int leaderNumber) throws Exception {
        JChannel coordinator = start(2, new CopyOnWriteArrayList<>(List.of(place(2))));
        JChannel member = start(3, new CopyOnWriteArrayList<>(List.of(place(2), place(3))));
        await().atMost(BOUND).until(() -> coordinator.getView().size() == 2 && member.getView().size() == 2);
        List<PhysicalAddress> hosts = new CopyOnWriteArrayList<>(List.of(place(leaderNumber)));
        JChannel leader = start(leaderNumber, hosts);

        Address[] merged = {leader.getAddress(), coordinator.getAddress()};
        View view = new View(leader.getAddress(), coordinator.getView().getViewId().getId() + 5, List.of(merged));
        MutableDigest digest = new MutableDigest(merged).set(digest(leader)).set(digest(coordinator));
        hosts.add(place(2));
        install(leader, view, digest);
        install(coordinator, view, digest);

        await().atMost(BOUND).until(() -> open.stream().allMatch(each -> each.getView().size() == 3));
    }

    @Test
    void aMemberThatAMergeLeftOutJoinsAgain() throws Exception {
        joinsAgain(1);
    }

    @Test
    void aMemberThatAMergeLeftOutJoinsAgainIfTheLeaderHasALargeAddress() throws Exception {
        joinsAgain(4);
    }
}
