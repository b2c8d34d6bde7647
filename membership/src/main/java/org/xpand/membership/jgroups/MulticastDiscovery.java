package org.xpand.membership.jgroups;

import java.util.List;
import java.util.Random;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.PING;
import org.jgroups.protocols.PingData;
import org.jgroups.protocols.PingHeader;
import org.jgroups.util.NameCache;
import org.jgroups.util.Util;

/**
 * Finds members by multicast as {@link PING} does. Not all answer a starting process, see {@link AnswerRule}; and a starting process
 * also receives its own question from the network.
 *
 * <p>Uses PING's protocol and id.
 */
public final class MulticastDiscovery extends PING implements FoundingNotice {
    private final AnswerRule rule = new AnswerRule(new Random());

    /** For settings see {@link PING}. */
    public MulticastDiscovery() {
        setId(ClassConfigurator.getProtocolId(PING.class));
    }

    @Override
    public void founding() {
        rule.founds();
    }

    @Override
    public boolean findsItself() {
        return getTransport() instanceof GuardedUdp;
    }

    @Override
    public Object down(Event event) {
        if (event.getType() == Event.CONNECT && getTransport() instanceof GuardedUdp transport) {
            transport.receiveItself(true);
        } else if (event.getType() == Event.BECOME_SERVER && getTransport() instanceof GuardedUdp transport) {
            transport.receiveItself(false);
        }
        Object result = super.down(event);
        if (event.getType() == Event.BECOME_SERVER && rule.isFounding()) {
            // Those that started together with this process need not wait for the end of their looks.
            List<PingData> first = List.of(self().coord(true));
            rule.asked().forEach(asker -> sendDiscoveryResponse(first, asker));
        }
        return result;
    }

    @Override
    protected void sendDiscoveryRequest(String cluster, List<Address> wanted, boolean initial) throws Exception {
        if (!initial || is_server) {
            super.sendDiscoveryRequest(cluster, wanted, initial);
            return;
        }
        rule.asks(System.nanoTime());
        sendMcastDiscoveryRequest(new BytesMessage(null).setArray(marshal(self()))
                .putHeader(getId(), new PingHeader(PingHeader.GET_MBRS_REQ).clusterName(cluster).initialDiscovery(true))
                .setFlag(Message.Flag.DONT_BUNDLE, Message.Flag.OOB).setFlag(Message.TransientFlag.DONT_LOOPBACK));
    }

    private PingData self() {
        PhysicalAddress host = (PhysicalAddress) down(new Event(Event.GET_PHYSICAL_ADDRESS, local_addr));
        return new PingData(local_addr, is_server || rule.isFounding(), NameCache.get(local_addr), host);
    }

    @Override
    protected Object handle(PingHeader header, Message message) {
        if (header.type() != PingHeader.GET_MBRS_REQ || !header.initialDiscovery() || answers(message.getSrc())) {
            return super.handle(header, message);
        }
        List<PingData> askers = readPingData(message.getArray(), message.getOffset(), message.getLength());
        if (askers != null) {
            for (PingData each : askers) {
                addDiscoveryResponseToCaches(each.getAddress(), each.getLogicalName(), each.getPhysicalAddr());
                addResponse(each, false);
            }
        }
        return null;
    }

    private boolean answers(Address asker) {
        View now = view;
        return !asker.equals(local_addr)
                && rule.answers(asker, is_server ? Util.getRank(now, local_addr) : 0, now == null ? 0 : now.size(), System.nanoTime());
    }

    @Override
    protected void sendDiscoveryResponse(List<PingData> about, Address asker) {
        super.sendDiscoveryResponse(is_server || !rule.isFounding() ? about : List.of(self()), asker);
    }
}
