package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.protocols.reliability.TestSite.MS;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ReliabilityConfig;

/** A new delegate of the source's site is told what the others have already, and need not send it. */
class NewDelegateTest {
    private static final ReliabilityConfig CONFIG = ReliabilityConfig.defaults();

    private final TestSite before = new TestSite(1, CONFIG);
    private final TestSite successor = new TestSite(1, CONFIG);
    private final TestSite there = new TestSite(2, CONFIG);

    @BeforeEach
    void theDelegateDiesBeforeItIsNotifiedWhatHasArrived() {
        before.meetsAndSendsFour(there);
        there.layer.siteProgress(before.sender, 4, 4 + CONFIG.windowSegments(), MS);
        there.report(before, 100 * MS);
        successor.incarnation = 2;
        successor.layer.open(before.sender, 0, 100 * MS);
        successor.layer.siteJoined(there.id, TestSite.RTT, 100 * MS);
    }

    private void unstable(int expected) {
        successor.layer.localProgress(before.sender, 4, 4 + CONFIG.windowSegments());
        assertThat(successor.layer.stats().unstableSegments()).isEqualTo(expected);
    }

    @Test
    void whatEverybodyHasIsNotSentOnceMore() {
        there.receive(successor.pull(101 * MS), 101 * MS);
        successor.offer(0, 4);
        successor.receive(there.report(successor, 102 * MS), 102 * MS);
        unstable(0);
        assertThat(successor.layer.stats().newSegments()).isZero();
    }

    @Test
    void whatComesOnceMoreIsAcknowledgedThoughOthersAreBusy() {
        there.receive(successor.pull(101 * MS), 101 * MS);
        successor.receive(there.report(successor, 102 * MS), 102 * MS);
        successor.offer(0, 4);
        unstable(4);
        there.receive(successor.pull(103 * MS), 103 * MS);
        successor.receive(there.report(successor, 103 * MS + CONFIG.maxDigestNanos()), 2000 * MS);
        unstable(0);
        assertThat(there.received).hasSize(4);
    }

    @Test
    void whatThisDelegateHasNotIsNoAcknowledgement() {
        successor.offer(0, 2);
        there.receive(successor.pull(101 * MS), 101 * MS);
        successor.receive(there.report(successor, 102 * MS), 102 * MS);
        assertThat(successor.layer.stats().strayAcks()).isEqualTo(1);
    }
}
