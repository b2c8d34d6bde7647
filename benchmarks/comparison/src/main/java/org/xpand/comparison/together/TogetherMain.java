package org.xpand.comparison.together;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.xpand.comparison.peer.Peer;
import org.xpand.comparison.peer.PeerEndpoint;
import org.xpand.comparison.peer.Place;
import org.xpand.comparison.worker.Stamp;

/**
 * One of the processes that start together. Prints when it is there, when it sees all others, and, once its input has had a line and it
 * has sent one message, when it was handed those of all others. Leaves when its input ends.
 */
final class TogetherMain {
    static final String JOINED = "@joined";
    static final String CONNECTED = "@connected";
    static final String CARRIED = "@carried";
    private static final long POLL_MILLIS = 20;

    private TogetherMain() {
    }

    /** @param arguments the peer's name, the index of this process, all ports */
    public static void main(String[] arguments) throws Exception {
        Place place = Place.of(Integer.parseInt(arguments[1]), arguments[2]);
        CountDownLatch others = new CountDownLatch(place.ports().size() - 1);
        try (PeerEndpoint endpoint = Peer.of(arguments[0]).open(place, (bytes, offset, length) -> others.countDown())) {
            say(JOINED);
            while (!endpoint.connected()) {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
            say(CONNECTED + " views=" + endpoint.views() + " merges=" + endpoint.merges());
            if (readLine()) {
                endpoint.send(new byte[Stamp.LENGTH]);
                endpoint.flush();
                others.await();
                say(CARRIED);
                readLine();
            }
        }
        System.exit(0);
    }

    private static void say(String what) {
        System.out.println(what + " at=" + System.nanoTime());
    }

    /** Waits for the end of a line; returns false if the input ends before. */
    private static boolean readLine() throws IOException {
        for (int read = System.in.read(); read >= 0; read = System.in.read()) {
            if (read == '\n') {
                return true;
            }
        }
        return false;
    }
}
