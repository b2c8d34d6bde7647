package org.xpand.comparison.idle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.xpand.comparison.peer.FreePorts;
import org.xpand.core.Group;
import org.xpand.core.XpandNode;

/** A site's delegate with groups in which nobody sends. Lives until its input ends. */
final class IdleMain {
    /** What it prints once every group has both sites. */
    static final String READY = "ready";
    private static final long POLL_MILLIS = 20;

    private IdleMain() {
    }

    /** @param arguments number of the site, both sites' ports, how many groups */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int index = Integer.parseInt(arguments[0]);
        String port = arguments[1 + index];
        int groups = Integer.parseInt(arguments[3]);
        try (XpandNode node = XpandNode.builder().site("idle-" + port).name("n").wanBind(FreePorts.HOST + ":" + port)
                .seeds(FreePorts.HOST + ":" + arguments[2 - index]).start()) {
            List<Group> joined = new ArrayList<>();
            for (int i = 0; i < groups; i++) {
                joined.add(node.join("idle-" + i, message -> { }));
            }
            for (Group group : joined) {
                while (group.view().size() < 2) {
                    TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                }
            }
            System.out.println(READY);
            while (System.in.read() >= 0) {
                // Whoever wants it to end closes it.
            }
        }
    }
}
