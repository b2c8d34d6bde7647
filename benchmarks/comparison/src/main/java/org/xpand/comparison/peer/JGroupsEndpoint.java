package org.xpand.comparison.peer;

import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.JChannel;
import org.jgroups.MergeView;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.protocols.UDP;
import org.jgroups.util.MessageBatch;

/** JGroups as it is shipped, with {@code udp.xml}, in one cluster. */
final class JGroupsEndpoint implements PeerEndpoint {
    private final int members;
    private final JChannel channel;
    private final AtomicInteger views = new AtomicInteger();
    private final AtomicInteger merges = new AtomicInteger();

    JGroupsEndpoint(Place place, Inbox inbox) throws Exception {
        members = place.ports().size();
        InetAddress host = InetAddress.getByName(LanHost.address());
        channel = Channels.quiet(new JChannel("udp.xml"), host);
        UDP lan = channel.getProtocolStack().findProtocol(UDP.class);
        lan.setMulticastAddress(InetAddress.getByName("239.8.9.1"));
        lan.setMulticastPort(place.ports().get(0));
        channel.setDiscardOwnMessages(true);
        channel.setReceiver(new Receiver() {
            @Override
            public void receive(Message message) {
                inbox.take(message.getArray(), message.getOffset(), message.getLength());
            }

            @Override
            public void receive(MessageBatch batch) {
                batch.forEach(this::receive);
            }

            @Override
            public void viewAccepted(View view) {
                views.incrementAndGet();
                merges.addAndGet(view instanceof MergeView ? 1 : 0);
            }
        });
        channel.connect(place.run());
    }

    @Override
    public boolean connected() {
        View view = channel.getView();
        return view != null && view.size() == members;
    }

    @Override
    public int views() {
        return views.get();
    }

    @Override
    public int merges() {
        return merges.get();
    }

    @Override
    public void send(byte[] message) throws InterruptedException {
        Channels.send(channel, message);
    }

    @Override
    public void close() {
        channel.close();
    }
}
