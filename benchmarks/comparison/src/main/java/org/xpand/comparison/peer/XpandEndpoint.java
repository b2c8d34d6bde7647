package org.xpand.comparison.peer;

import java.time.Duration;
import org.xpand.core.Group;
import org.xpand.core.XpandNode;

/**
 * A node with its defaults. Its rate limit is out of the way by itself: the network of this machine loses nothing, so the
 * default strategy stays in slow start, where only the receivers' speed and the windows bound it.
 */
final class XpandEndpoint implements Endpoint {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final int members;
    private final XpandNode node;
    private final Group group;

    XpandEndpoint(Place place, Inbox inbox, boolean oneSite) throws InterruptedException {
        members = place.ports().size();
        XpandNode.Builder settings = XpandNode.builder().name("m" + place.index())
                .site(place.run() + "-" + (oneSite ? 0 : place.index()));
        if (place.sends() || !oneSite) {
            settings.wanBind(FreePorts.HOST + ":" + place.port()).seeds(FreePorts.HOST + ":" + place.ports().get(0));
        }
        node = settings.start();
        group = node.join("comparison", message -> inbox.take(message.payload(), 0, message.payload().length));
    }

    @Override
    public boolean connected() {
        return group.view().size() == members;
    }

    @Override
    public void send(byte[] message) throws InterruptedException {
        group.send(message);
    }

    @Override
    public void close() {
        node.close(PATIENCE);
    }
}
