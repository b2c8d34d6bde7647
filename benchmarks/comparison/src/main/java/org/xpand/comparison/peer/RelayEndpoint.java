package org.xpand.comparison.peer;

import java.net.InetAddress;
import java.util.List;
import java.util.stream.IntStream;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.Receiver;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UDP;
import org.jgroups.protocols.relay.RELAY3;
import org.jgroups.protocols.relay.config.RelayConfig.BridgeConfig;
import org.jgroups.protocols.relay.config.RelayConfig.SiteConfig;
import org.jgroups.stack.IpAddress;

/** JGroups as it is shipped: its {@code udp.xml} inside the site, RELAY3 on top, its {@code tcp.xml} as the bridge. */
final class RelayEndpoint implements PeerEndpoint {
    private final int sites;
    private final JChannel channel;
    private final RELAY3 relay;

    RelayEndpoint(Place place, Inbox inbox) throws Exception {
        sites = place.ports().size();
        InetAddress host = InetAddress.getByName(FreePorts.HOST);
        List<PhysicalAddress> bridges = place.ports().stream()
                .<PhysicalAddress>map(port -> new IpAddress(host, port)).toList();
        relay = new RELAY3().site(site(place.index()));
        relay.asyncRelayCreation(false);
        for (int i = 0; i < sites; i++) {
            relay.addSite(site(i), new SiteConfig(site(i)).addBridge(new Bridge(host, place, bridges)));
        }
        channel = Channels.quiet(new JChannel("udp.xml"), host);
        UDP lan = channel.getProtocolStack().findProtocol(UDP.class);
        lan.setMulticastAddress(InetAddress.getByName("239.8.8." + (1 + place.index())));
        lan.setMulticastPort(place.port());
        channel.getProtocolStack().addProtocol(relay);
        relay.configure();
        channel.setReceiver(new Receiver() {
            @Override
            public void receive(Message message) {
                inbox.take(message.getArray(), message.getOffset(), message.getLength());
            }
        });
        channel.connect(place.run() + site(place.index()));
    }

    private static String site(int index) {
        return "s" + index;
    }

    @Override
    public boolean connected() {
        return IntStream.range(0, sites).mapToObj(RelayEndpoint::site)
                .allMatch(site -> site.equals(relay.site()) || relay.getRoute(site) != null);
    }

    @Override
    public void send(byte[] message) throws InterruptedException {
        Channels.send(channel, message);
    }

    @Override
    public void close() {
        channel.close();
    }

    /** The channel among the sites. */
    private static final class Bridge extends BridgeConfig {
        private final InetAddress host;
        private final Place place;
        private final List<PhysicalAddress> bridges;

        Bridge(InetAddress host, Place place, List<PhysicalAddress> bridges) {
            super("bridge");
            this.host = host;
            this.place = place;
            this.bridges = bridges;
        }

        @Override
        public JChannel createChannel() throws Exception {
            JChannel bridge = Channels.quiet(new JChannel("tcp.xml"), host);
            bridge.getProtocolStack().getTransport().setBindPort(place.port()).setPortRange(0);
            TCPPING discovery = bridge.getProtocolStack().findProtocol(TCPPING.class);
            discovery.setInitialHosts2(bridges);
            return bridge;
        }
    }
}
