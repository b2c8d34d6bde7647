package org.xpand.membership.jgroups;

import java.io.IOException;
import java.net.ServerSocket;
import org.jgroups.util.DefaultSocketFactory;

/** Sockets of which those that listen have a {@link Door}. */
final class DoorSockets extends DefaultSocketFactory {
    private final DoorLimits limits;

    DoorSockets(DoorLimits limits) {
        this.limits = limits;
    }

    @Override
    public ServerSocket createServerSocket(String service) throws IOException {
        return new Door(limits);
    }
}
