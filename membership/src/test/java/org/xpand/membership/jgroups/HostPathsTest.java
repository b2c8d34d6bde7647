package org.xpand.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.Test;

class HostPathsTest {
    private final HostPaths paths = new HostPaths(() -> 1);
    private final IpAddress far = host(1);
    private final IpAddress third = host(2);
    private final IpAddress fourth = host(3);
    private final IpAddress fifth = host(4);

    private static IpAddress host(int number) {
        try {
            return new IpAddress(InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, (byte) number}), 7800);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long millis(long time) {
        return TimeUnit.MILLISECONDS.toNanos(time);
    }

    @Test
    void aHostOfWhichNothingIsKnownIsSentToDirectly() {
        paths.received(third, millis(0));
        assertThat(paths.path(far, millis(1))).isEqualTo(new HostPaths.Path(true, false, List.of(), false));
    }

    @Test
    void withoutAThirdHostTheDirectPathIsTriedEachTime() {
        paths.absent(far, millis(0));
        assertThat(paths.path(far, millis(1)).direct()).isTrue();
        assertThat(paths.path(far, millis(1)).through()).isEmpty();
    }

    @Test
    void anAbsentHostIsReachedThroughAThirdAndTriedDirectlyEveryThreeSeconds() {
        paths.received(third, millis(0));
        paths.absent(far, millis(1));
        HostPaths.Path path = paths.path(far, millis(2));
        assertThat(path.direct()).isFalse();
        assertThat(path.retry()).isFalse();
        assertThat(path.through()).containsExactly(third);

        paths.received(third, millis(3_000));
        assertThat(paths.path(far, millis(3_001)).retry()).isTrue();
        assertThat(paths.path(far, millis(3_002)).retry()).isFalse();
    }

    @Test
    void aThirdHostThatIsSilentItselfIsNoPath() {
        paths.received(third, millis(0));
        paths.absent(far, millis(1));
        assertThat(paths.path(far, millis(2_501)).through()).isEmpty();
    }

    @Test
    void aHostThatHasFallenSilentIsReachedBothWays() {
        paths.received(far, millis(0));
        paths.received(third, millis(2_400));
        assertThat(paths.path(far, millis(2_499)).through()).isEmpty();
        assertThat(paths.path(far, millis(2_500)).direct()).isTrue();
        assertThat(paths.path(far, millis(2_500)).through()).containsExactly(third);
        paths.received(far, millis(2_600));
        assertThat(paths.path(far, millis(2_700)).through()).isEmpty();
    }

    @Test
    void onABusyComputerAHostMayBeSilentForLonger() {
        HostPaths busy = new HostPaths(() -> 4);
        busy.received(far, millis(0));
        busy.received(third, millis(9_900));
        assertThat(busy.path(far, millis(9_999)).through()).isEmpty();
        assertThat(busy.path(far, millis(10_000)).through()).containsExactly(third);
        assertThat(busy.isDirect(third, millis(19_000))).isTrue();
        assertThat(busy.sends(third, millis(20_000))).isFalse();
        assertThat(busy.sends(third, millis(51_999))).isFalse();
        assertThat(busy.sends(third, millis(52_000))).isTrue();
    }

    @Test
    void aDoubtedHostIsReachedBothWaysUntilItAnswers() {
        paths.received(far, millis(0));
        paths.received(third, millis(100));
        paths.doubt(far, millis(200));
        assertThat(paths.path(far, millis(300)).through()).containsExactly(third);
        paths.received(far, millis(400));
        assertThat(paths.path(far, millis(500)).through()).isEmpty();
    }

    @Test
    void theThirdThroughWhichFramesArriveIsTheFirstChoice() {
        paths.received(third, millis(0));
        paths.received(fourth, millis(0));
        paths.received(fifth, millis(0));
        paths.receivedThrough(far, fifth, false, millis(1));
        assertThat(paths.path(far, millis(2)).through()).hasSize(2).startsWith(fifth);
    }

    @Test
    void aHostThatUsesAThirdIsAnsweredThroughOneForThreeSeconds() {
        paths.received(far, millis(0));
        paths.received(third, millis(0));
        paths.receivedThrough(far, third, false, millis(1));
        assertThat(paths.path(far, millis(2))).isEqualTo(new HostPaths.Path(true, false, List.of(third), true));
        paths.received(far, millis(2_900));
        paths.received(third, millis(2_900));
        assertThat(paths.path(far, millis(3_001)).through()).isEmpty();
    }

    @Test
    void anAnswerIsNotAnswered() {
        paths.received(far, millis(0));
        paths.received(third, millis(0));
        paths.receivedThrough(far, third, true, millis(1));
        assertThat(paths.path(far, millis(2)).through()).isEmpty();
    }

    @Test
    void whatIsSentBecauseThePathFailsIsNoAnswer() {
        paths.received(third, millis(0));
        paths.doubt(far, millis(0));
        paths.receivedThrough(far, third, true, millis(1));
        assertThat(paths.path(far, millis(2))).isEqualTo(new HostPaths.Path(true, false, List.of(third), false));
    }

    /** Each sends a frame a second. One direction of the direct path fails for a time; both directions then carry everything again. */
    @Test
    void twoHostsReturnToTheDirectPathAlone() {
        HostPaths others = new HostPaths(() -> 1);
        IpAddress near = host(9);
        int passed = 0;
        int missed = 0;
        for (int second = 0; second < 60; second++) {
            long now = millis(1_000L * second);
            boolean fails = second >= 10 && second < 30;
            paths.received(third, now);
            others.received(third, now);
            HostPaths.Path there = paths.path(far, now);
            HostPaths.Path back = others.path(near, now);
            if (!fails) {
                others.received(near, now);
            } else if (second >= 15 && there.through().isEmpty()) {
                missed++;
            }
            paths.received(far, now);
            if (!there.through().isEmpty()) {
                others.receivedThrough(near, third, there.answer(), now);
            }
            if (!back.through().isEmpty()) {
                paths.receivedThrough(far, third, back.answer(), now);
            }
            passed += second >= 35 ? there.through().size() + back.through().size() : 0;
        }
        assertThat(missed).as("frames that arrive neither way").isZero();
        assertThat(passed).as("frames through a third host after the path works again").isZero();
    }

    @Test
    void aFailedPathIsReportedOnceAfterFiveSeconds() {
        assertThat(paths.receivedThrough(far, third, false, millis(1_000))).isFalse();
        assertThat(paths.receivedThrough(far, third, false, millis(5_999))).isFalse();
        assertThat(paths.receivedThrough(far, third, false, millis(6_000))).isTrue();
        assertThat(paths.receivedThrough(far, third, false, millis(7_000))).as("reported before").isFalse();
    }

    @Test
    void aPauseIsNotReportedAsAFailedPath() {
        paths.receivedThrough(far, third, false, millis(1_000));
        paths.received(far, millis(5_000));
        assertThat(paths.receivedThrough(far, third, false, millis(6_500))).isFalse();
    }

    @Test
    void withoutAnswersOtherThirdsAreTriedInTurn() {
        paths.absent(far, millis(0));
        for (IpAddress each : new IpAddress[] {third, fourth, fifth}) {
            paths.received(each, millis(0));
        }
        assertThat(paths.path(far, millis(1)).through()).containsExactly(third, fourth);
        assertThat(paths.path(far, millis(2_001)).through()).containsExactly(fourth, fifth);
    }

    @Test
    void aConnectionOnWhichNothingComesBackLeadsNowhere() {
        assertThat(paths.sends(far, millis(0))).isFalse();
        assertThat(paths.sends(far, millis(7_999))).isFalse();
        assertThat(paths.sends(far, millis(8_000))).isTrue();
        paths.absent(far, millis(8_000));
        assertThat(paths.sends(far, millis(8_001))).as("another one").isFalse();
        assertThat(paths.sends(far, millis(16_000))).isFalse();
        assertThat(paths.sends(far, millis(16_001))).isTrue();
    }

    @Test
    void anAnswerShowsThatAConnectionIsUsed() {
        paths.sends(far, millis(0));
        paths.received(far, millis(7_000));
        assertThat(paths.sends(far, millis(9_000))).isFalse();
        assertThat(paths.sends(far, millis(16_999))).isFalse();
        assertThat(paths.sends(far, millis(17_000))).isTrue();
    }
}
