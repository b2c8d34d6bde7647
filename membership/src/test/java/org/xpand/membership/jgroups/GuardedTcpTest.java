package org.xpand.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.Receiver;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GuardedTcpTest {
    private static final Duration BOUND = Duration.ofSeconds(15);
    private static final int PORT = 17880;

    private final List<JChannel> channels = new ArrayList<>();
    private final List<List<Integer>> received = new ArrayList<>();

    /** The second has the larger address: it refuses connections from the first as long as it has one. */
    @BeforeEach
    void connect() throws Exception {
        InetAddress loopback = InetAddress.getByName("127.0.0.1");
        List<PhysicalAddress> hosts = List.of(new IpAddress(loopback, PORT), new IpAddress(loopback, PORT + 1));
        for (int i = 0; i < hosts.size(); i++) {
            GuardedTcp transport = new GuardedTcp(ConnectionLimits.DEFAULT, null, "test", null);
            transport.setBindAddress(loopback).setBindPort(PORT + i).setPortRange(0);
            List<Integer> from = new CopyOnWriteArrayList<>();
            received.add(from);
            JChannel channel = QuietLogging.during(() -> new JChannel(List.of(transport, new PeerDiscovery(hosts).endsEarly(),
                    new NAKACK2().useMcastXmit(false), new UNICAST3(), new GMS().setJoinTimeout(1000).printLocalAddress(false))));
            channel.setReceiver(new Receiver() {
                @Override
                public void receive(Message message) {
                    from.add((int) message.getArray()[message.getOffset()]);
                }
            });
            channels.add(channel.connect("guarded"));
        }
        await().atMost(BOUND).until(() -> channels.stream().allMatch(each -> each.getView().size() == 2));
        send(0, 1, 1);
        send(1, 0, 1);
        await().atMost(BOUND).until(() -> received.stream().allMatch(each -> each.size() == 1));
    }

    @AfterEach
    void close() {
        channels.forEach(JChannel::close);
    }

    private void send(int from, int to, int content) throws Exception {
        channels.get(from).send(new BytesMessage(channels.get(to).getAddress(), new byte[] {(byte) content}));
    }

    private static GuardedTcp transport(JChannel of) {
        return of.getProtocolStack().findProtocol(GuardedTcp.class);
    }

    @Test
    void aMemberWhoseHostWasUnknownWhenTheViewChangedIsStillReached() throws Exception {
        transport(channels.get(0)).retainAll(List.of());
        send(0, 1, 2);
        send(1, 0, 2);
        await().atMost(BOUND).until(() -> received.stream().allMatch(each -> each.size() == 2));
    }

    @Test
    void connectionsToOthersAreClosed() throws Exception {
        int members = connections();
        transport(channels.get(0)).sendUnicast(new IpAddress(InetAddress.getByName("127.0.0.1"), stranger()), new byte[] {1}, 0, 1);
        await().atMost(BOUND).until(() -> connections() == members + 1);
        transport(channels.get(0)).retainAll(List.of());
        assertThat(connections()).isEqualTo(members);
    }

    private int connections() {
        return transport(channels.get(0)).getOpenConnections();
    }

    /** A third process that is in no view with the others. */
    private int stranger() throws Exception {
        GuardedTcp transport = new GuardedTcp(ConnectionLimits.DEFAULT, null, "test", null);
        transport.setBindAddress(InetAddress.getByName("127.0.0.1")).setBindPort(PORT + 2).setPortRange(0);
        channels.add(QuietLogging.during(() -> new JChannel(List.of(transport))).connect("guarded"));
        return PORT + 2;
    }
}
