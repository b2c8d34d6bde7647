package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Packets are sent as markable only while tests show that marks arrive. */
class EcnPathTest {
    private final EcnPath path = new EcnPath();

    private void good(int tests) {
        for (int i = 0; i < tests; i++) {
            int code = path.test();
            path.answered(code, code == EcnPath.EXPERIENCED ? EcnPath.MARKED : EcnPath.UNMARKED);
            path.ordinaryAnswered();
        }
    }

    @Test
    void bothKindsOfTestsMustCome() {
        good(1);
        assertThat(path.code()).isEqualTo(EcnPath.NOT_ECT);
        good(1);
        assertThat(path.code()).isEqualTo(EcnPath.ECT_0);
        assertThat(path.state()).isEqualTo(EcnPath.State.CAPABLE);
    }

    @Test
    void aPathThatMarksEverythingIsNotUsed() {
        for (int i = 0; i < 100; i++) {
            path.answered(path.test(), EcnPath.MARKED);
        }
        assertThat(path.code()).isEqualTo(EcnPath.NOT_ECT);
    }

    @Test
    void congestionThatMarksATestIsNoFault() {
        good(2);
        for (int i = 0; i < 100; i++) {
            path.answered(path.test(), EcnPath.MARKED);
        }
        assertThat(path.state()).isEqualTo(EcnPath.State.CAPABLE);
    }

    @Test
    void aMarkThatIsTakenAwayEndsItAndManyThatArriveBringItBack() {
        good(2);
        path.answered(path.test(), EcnPath.UNMARKED);
        assertThat(path.state()).isEqualTo(EcnPath.State.BLEACHED);
        good(EcnPath.RECOVERED - 1);
        assertThat(path.code()).isEqualTo(EcnPath.NOT_ECT);
        good(1);
        assertThat(path.state()).isEqualTo(EcnPath.State.CAPABLE);
    }

    @Test
    void aReceiverThatSeesNoMarksIsNotified() {
        path.answered(path.test(), EcnPath.UNSEEN);
        assertThat(path.state()).isEqualTo(EcnPath.State.UNSEEN);
        assertThat(path.code()).isEqualTo(EcnPath.NOT_ECT);
    }

    @Test
    void testsThatAreDroppedWhileOrdinaryProbesComeEndIt() {
        good(2);
        for (int i = 0; i < 2 * EcnPath.MAX_MISSES; i++) {
            assertThat(path.state()).isEqualTo(EcnPath.State.CAPABLE);
            path.test();
            path.ordinaryAnswered();
        }
        path.test();
        assertThat(path.state()).isEqualTo(EcnPath.State.BLOCKED);
    }

    @Test
    void aSilentSiteSaysNothingOfThePath() {
        good(2);
        for (int i = 0; i < 100; i++) {
            path.test();
        }
        assertThat(path.state()).isEqualTo(EcnPath.State.CAPABLE);
    }

    @Property(tries = 200)
    void itIsNeverUsedBeforeAMarkCameThrough(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        EcnPath any = new EcnPath();
        boolean seen = false;
        for (int i = 0; i < 200; i++) {
            int code = any.test();
            if (random.nextInt(3) > 0) {
                int announced = random.nextInt(4);
                seen |= code == EcnPath.EXPERIENCED && announced == EcnPath.MARKED;
                any.answered(random.nextInt(20) == 0 ? random.nextInt(256) : code, announced);
            }
            if (random.nextBoolean()) {
                any.ordinaryAnswered();
            }
            assertThat(any.code() == EcnPath.NOT_ECT || seen).isTrue();
            assertThat(any.code()).isIn(EcnPath.NOT_ECT, EcnPath.ECT_0);
        }
    }
}
