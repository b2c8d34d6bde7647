package org.xpand.comparison.peer;

import java.net.InetAddress;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.pbcast.GMS;

/** JGroups' channels, as its systems use them here. */
final class Channels {
    private Channels() {
    }

    /** Binds a channel to an address, and switches off what it prints and its diagnostics; returns the channel. */
    static JChannel quiet(JChannel channel, InetAddress host) {
        TP transport = channel.getProtocolStack().getTransport();
        transport.setBindAddress(host);
        transport.getDiagnosticsHandler().setEnabled(false);
        GMS membership = channel.getProtocolStack().findProtocol(GMS.class);
        membership.printLocalAddress(false);
        return channel;
    }

    /** Sends a copy of a message to all members. */
    static void send(JChannel channel, byte[] message) throws InterruptedException {
        try {
            channel.send(new BytesMessage(null, message.clone()));
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
