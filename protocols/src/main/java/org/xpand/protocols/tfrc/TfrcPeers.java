package org.xpand.protocols.tfrc;

import java.util.ArrayList;
import java.util.List;
import org.xpand.protocols.rate.KeySearch;
import org.xpand.protocols.strategy.RateSourceStats;

/** The receivers of a source in the order of their keys, and the order in which their round-trip times are sent to them. */
final class TfrcPeers {
    private final ArrayList<TfrcPeer> peers = new ArrayList<>();
    private int turn;
    private int withChanges;

    int size() {
        return peers.size();
    }

    TfrcPeer get(int index) {
        return peers.get(index);
    }

    /** The receiver with this key, or null. */
    TfrcPeer find(long key) {
        int index = search(key);
        return index >= 0 ? peers.get(index) : null;
    }

    /** Adds a receiver; one with its key is replaced. */
    void put(TfrcPeer peer) {
        remove(peer.key());
        int index = -1 - search(peer.key());
        peers.add(index, peer);
        if (index < turn) {
            turn++;
        }
        withChanges += peer.changed() ? 1 : 0;
    }

    /** Removes a receiver; returns whether there was one. */
    boolean remove(long key) {
        int index = search(key);
        if (index < 0) {
            return false;
        }
        withChanges -= peers.remove(index).changed() ? 1 : 0;
        if (index < turn) {
            turn--;
        }
        return true;
    }

    /** Notes that a receiver has a round-trip time to be sent, if it had none before. */
    void gainedChange(boolean hadChange) {
        withChanges += hadChange ? 0 : 1;
    }

    boolean anyChange() {
        return withChanges > 0;
    }

    /** The receiver whose round-trip time is sent next, which counts as sent. Called only if there is one. */
    TfrcPeer takeChanged() {
        while (true) {
            turn = turn >= peers.size() ? 0 : turn;
            TfrcPeer peer = peers.get(turn++);
            if (peer.changed()) {
                peer.announced();
                withChanges--;
                return peer;
            }
        }
    }

    List<RateSourceStats.Receiver> stats() {
        return peers.stream().map(TfrcPeer::stats).toList();
    }

    private int search(long key) {
        return KeySearch.search(peers, TfrcPeer::key, key);
    }
}
