package org.xpand.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jgroups.PhysicalAddress;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.Test;

/** Frames to hosts whose connection is not open yet. */
class FirstFramesTest {
    private static final PhysicalAddress ANSWERS = host(1);
    private static final PhysicalAddress SILENT = host(2);

    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final List<String> sent = new ArrayList<>();
    private final FirstFrames frames = new FirstFrames(tasks::add, (host, frame) -> sent.add(host + ":" + frame[0]));

    private static PhysicalAddress host(int port) {
        return new IpAddress(InetAddress.getLoopbackAddress(), port);
    }

    private void send(PhysicalAddress host, int content) {
        frames.send(host, new byte[] {(byte) content});
    }

    private List<String> sentTo(PhysicalAddress host) {
        return sent.stream().filter(each -> each.startsWith(host + ":")).toList();
    }

    @Test
    void eachHostHasATaskThatSendsItsFramesInOrder() {
        send(SILENT, 1);
        send(ANSWERS, 2);
        send(ANSWERS, 3);
        assertThat(tasks).hasSize(2);
        assertThat(sent).isEmpty();
        tasks.removeLast().run();
        assertThat(sentTo(ANSWERS)).containsExactly(ANSWERS + ":2", ANSWERS + ":3");
        send(ANSWERS, 4);
        tasks.removeLast().run();
        assertThat(sentTo(ANSWERS)).hasSize(3).endsWith(ANSWERS + ":4");
        assertThat(sentTo(SILENT)).isEmpty();
    }

    @Test
    void aHostThatDoesNotAnswerKeepsFewFrames() {
        for (int i = 0; i < 1000; i++) {
            send(SILENT, i);
        }
        tasks.remove().run();
        assertThat(tasks).isEmpty();
        assertThat(sent).hasSize(64);
    }
}
