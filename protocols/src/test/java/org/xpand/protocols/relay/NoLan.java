package org.xpand.protocols.relay;

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
    public void send(long process, byte[] message) {
        // Nobody is there.
    }
}
