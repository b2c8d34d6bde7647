package org.xpand.protocols.relay;

import org.xpand.protocols.api.ProcessId;

/** A LAN at which nobody else is. */
final class NoLan implements LanOut {
    @Override
    public boolean hasRoom() {
        return true;
    }

    @Override
    public void multicast(byte[] message) {
        // Nobody is there.
    }

    @Override
    public void send(ProcessId process, byte[] message) {
        // Nobody is there.
    }
}
