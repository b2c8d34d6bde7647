package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.wire.WireReader;

/** The filter drops what is tagged above K, and K follows probes and answers. */
class TufHopTest extends TufHopFixture {
    @Test
    void tagsAboveTheThresholdAreDropped() {
        assertThat(admit(hop, 0)).isTrue();
        assertThat(admit(hop, FIRST)).isTrue();
        assertThat(admit(hop, FIRST + 1)).isFalse();
        assertThat(hop.stats(0).admitted()).isEqualTo(2);
        assertThat(hop.stats(0).refused()).isEqualTo(1);
    }

    @Test
    void noTagPassesNoThreshold() {
        TufHop open = new TufHop(TufConfig.fromSettings(Map.of("initialRate", "1e9")), 1);
        assertThat(admit(open, Tag.NONE)).isFalse();
        assertThat(admit(open, Tag.NONE - 1)).isTrue();
    }

    @Test
    void itProbesAtAFixedInterval() {
        TufHop hop = steady();
        assertThat(hop.nextDeadlineNanos()).isLessThanOrEqualTo(0);
        pull(hop, 0);
        assertThat(hop.nextDeadlineNanos()).isEqualTo(250 * MS);
        assertThat(hop.pullMessage(writer.reset(0, 64), 249 * MS)).isFalse();
        deliver(hop, 0, 0, 100 * MS);
        pull(hop, 260 * MS);
        assertThat(hop.nextDeadlineNanos()).as("not later for having been late").isEqualTo(500 * MS);
        deliver(hop, 1, 0, 300 * MS);
        pull(hop, 1200 * MS);
        assertThat(hop.pullMessage(writer.reset(0, 64), 1200 * MS)).as("no probes to catch up with").isFalse();
    }

    @Test
    void aProbeIsAnsweredWithWhatHadArrivedWhenItCame() {
        TufHop far = new TufHop(CONFIG, 8);
        far.packetReceived(1000, 0);
        far.messageReceived(pull(hop, 0), 50 * MS);
        far.packetReceived(1000, 0);
        TufHopMessage read = new TufHopMessage();
        read.read(pull(far, 70 * MS));
        assertThat(read.type()).isEqualTo(TufHopMessage.ANSWER);
        assertThat(read.proberIncarnation()).isEqualTo(7);
        assertThat(read.answererIncarnation()).isEqualTo(8);
        assertThat(read.received()).isEqualTo(1);
        assertThat(read.holdNanos()).isEqualTo(20 * MS);
        far.messageReceived(pull(hop, 250 * MS), 300 * MS);
        read.read(pull(far, 300 * MS));
        assertThat(read.number()).as("the newest probe").isEqualTo(1);
        read.read(pull(far, 400 * MS));
        assertThat(read.type()).as("answered once").isEqualTo(TufHopMessage.PROBE);
    }

    @Test
    void itDoublesUntilTheFirstLossAndThenIsWhatGotThrough() {
        answer(hop, 0, 0);
        admit(hop, FIRST);
        answer(hop, 250 * MS, 1);
        assertThat(hop.rate()).isEqualTo(80);
        admit(hop, 2 * FIRST);
        answer(hop, 350 * MS, 1);
        assertThat(hop.rate()).as("what left at the old rate says nothing of the new one").isEqualTo(80);
        for (int i = 0; i < 100; i++) {
            admit(hop, 2 * FIRST);
        }
        answer(hop, 450 * MS, 76);
        assertThat(hop.rate()).isCloseTo(80 * 0.75 * 0.85, within(0.5));
    }

    @Test
    void whileItDoublesItProbesEveryRoundTripTime() {
        answer(hop, 0, 0);
        assertThat(hop.nextDeadlineNanos()).as("as soon as it is known").isEqualTo(200 * MS);
        admit(hop, FIRST);
        answer(hop, 200 * MS, 1);
        assertThat(hop.nextDeadlineNanos()).as("at once, at the new rate").isEqualTo(300 * MS);
        admit(hop, 2 * FIRST);
        answer(hop, 300 * MS, 1);
        assertThat(hop.nextDeadlineNanos()).isEqualTo(400 * MS);
        answer(hop, 400 * MS, 2);
        assertThat(hop.rate()).isEqualTo(160);
        assertThat(hop.nextDeadlineNanos()).isEqualTo(500 * MS);
        answer(hop, 500 * MS, 2);
        answer(hop, 600 * MS, 2);
        assertThat(hop.rate()).as("nothing tests it").isEqualTo(160);
        answer(hop, 700 * MS, 2);
        assertThat(hop.nextDeadlineNanos()).isEqualTo(950 * MS);
    }

    @Test
    void anIntervalOfWhichNothingArrivedOnlyHalvesIt() {
        for (String rule : List.of("additive", "tcp", "proportional")) {
            TufHop each = new TufHop(TufConfig.fromSettings(Map.of("threshold", rule, "overtaken", "0")), 7);
            answer(each, 0, 0);
            admit(each, FIRST);
            answer(each, 250 * MS, 0);
            assertThat(each.rate()).as(rule).isEqualTo(20);
            admit(each, FIRST / 2);
            answer(each, 350 * MS, 1);
            answer(each, 450 * MS, 1);
            admit(each, FIRST / 2);
            answer(each, 600 * MS, 2);
            assertThat(each.rate()).as("then it is searched for again").isGreaterThan(20);
        }
    }

    @Test
    void whatAProbeHasOvertakenEndsNoDoubling() {
        answer(hop, 0, 0);
        admit(hop, FIRST);
        admit(hop, FIRST);
        answer(hop, 200 * MS, 1);
        assertThat(hop.rate()).as("one may have been overtaken").isEqualTo(40);
        assertThat(hop.nextDeadlineNanos()).as("the next probe tells").isEqualTo(300 * MS);
        answer(hop, 300 * MS, 2);
        assertThat(hop.rate()).isEqualTo(80);
    }

    @Test
    void whatIsQueuedEndsTheDoublingBeforeItIsLost() {
        answer(hop, 0, 0);
        admit(hop, FIRST);
        pull(hop, 250 * MS);
        deliver(hop, 1, 1, 450 * MS);
        assertThat(hop.rate()).as("one of the two hosts may have stood still").isEqualTo(40);
        admit(hop, FIRST / 4);
        pull(hop, 450 * MS);
        deliver(hop, 2, 2, 650 * MS);
        assertThat(hop.rate()).as("left within 450 ms, arrived within 550 ms").isCloseTo(0.85 * 40 * 450 / 550.0, within(0.1));
        admit(hop, FIRST / 4);
        answer(hop, 700 * MS, 3);
        admit(hop, FIRST / 4);
        answer(hop, 950 * MS, 4);
        assertThat(hop.rate()).as("no doubling any more").isLessThan(40);
    }

    @Test
    void aHostThatStandsStillForAMomentDoesNotEndTheDoubling() {
        answer(hop, 0, 0);
        admit(hop, FIRST);
        pull(hop, 250 * MS);
        deliver(hop, 1, 1, 450 * MS);
        assertThat(hop.rate()).isEqualTo(40);
        admit(hop, FIRST);
        answer(hop, 450 * MS, 2);
        assertThat(hop.rate()).as("the next answer came in time").isEqualTo(80);
    }

    @Test
    void answersThatWaitedForThisProcessAreNoQueue() {
        answer(hop, 0, 0);
        admit(hop, FIRST);
        pull(hop, 250 * MS);
        hop.paused(150 * MS, 455 * MS, 450 * MS);
        deliver(hop, 1, 1, 452 * MS);
        assertThat(hop.rate()).isEqualTo(80);
    }

    @Test
    void aLinkBesideOthersBeginsWithHalfOfWhatTheyLetPass() {
        hop.beside(1000);
        assertThat(hop.rate()).isEqualTo(500);
        hop.beside(400);
        assertThat(hop.rate()).as("not below what it has").isEqualTo(500);
        answer(hop, 0, 0);
        hop.beside(5000);
        assertThat(hop.rate()).as("it has begun").isEqualTo(500);
        TufHop paper = new TufHop(TufConfig.paper(), 1);
        paper.beside(1000);
        assertThat(paper.rate()).isEqualTo(40);
    }

    /** Ends the doubling at a low rate and lets packets leave without loss: K doubles anew. */
    @Test
    void whenItIsLongSinceTheLastLossItIsSearchedForAnew() {
        answer(hop, 0, 0);
        for (int i = 0; i < 20; i++) {
            admit(hop, FIRST / 2);
        }
        long received = 16;
        answer(hop, 250 * MS, received);
        double fallen = hop.rate();
        assertThat(fallen).isLessThan(40);
        long now = 250 * MS;
        answer(hop, now += 250 * MS, received);
        double before = fallen;
        boolean doubled = false;
        for (int i = 0; i < 40 && !doubled; i++) {
            for (int k = 0; k < 10; k++) {
                admit(hop, (long) (hop.rate() / CONFIG.b0()) - 1);
            }
            received += 10;
            answer(hop, now += 250 * MS, received);
            doubled = hop.rate() > 1.9 * before;
            before = hop.rate();
        }
        assertThat(doubled).isTrue();
    }

    @Test
    void whilePacketsLeaveAProbeDoesEveryRoundTripTime() {
        TufHop busy = new TufHop(TufConfig.fromSettings(Map.of("doubling", "false")), 7);
        answer(busy, 0, 0);
        for (int i = 0; i < 8; i++) {
            admit(busy, 1000);
        }
        answer(busy, 250 * MS, 8);
        assertThat(busy.nextDeadlineNanos()).as("100 ms").isEqualTo(350 * MS);
        answer(busy, 350 * MS, 8);
        assertThat(busy.nextDeadlineNanos()).as("nothing has left").isEqualTo(600 * MS);
    }

    @Test
    void itDoesNotRiseBeyondWhatTestsIt() {
        answer(hop, 0, 0);
        answer(hop, 250 * MS, 0);
        assertThat(hop.rate()).as("idle").isEqualTo(40);
        admit(hop, FIRST * 3 / 4 - 1);
        admit(hop, 17);
        admit(hop, Tag.NONE);
        answer(hop, 500 * MS, 2);
        assertThat(hop.rate()).as("tags up to three quarters of K").isCloseTo(60, within(1e-6));
        TufHop paper = new TufHop(TufConfig.paper(), 1);
        answer(paper, 0, 0);
        answer(paper, 500 * MS, 0);
        assertThat(paper.rate()).isCloseTo(42.8, within(1e-9));
    }

    @Test
    void oneLossMakesItFallOnce() {
        answer(hop, 0, 0);
        for (int i = 0; i < 100; i++) {
            admit(hop, 1000);
        }
        WireReader sentBefore = copy(pull(hop, 250 * MS));
        TufHopMessage read = new TufHopMessage();
        read.read(sentBefore);
        pull(hop, 500 * MS);
        int second = read.number() + 1;
        deliver(hop, read.number(), 50, 550 * MS);
        double fallen = hop.rate();
        assertThat(fallen).isLessThan(40);
        deliver(hop, second, 50, 800 * MS);
        assertThat(hop.rate()).isEqualTo(fallen);
        assertThat(hop.nextDeadlineNanos()).as("a new beginning at once").isEqualTo(550 * MS);
    }

    private static WireReader copy(WireReader in) {
        return new WireReader(in.getBytes(in.remaining()));
    }

    @Test
    void itBeginsWheneverItIsAskedFirst() {
        TufHop hop = steady();
        long begin = 1L << 60;
        pull(hop, begin);
        assertThat(hop.nextDeadlineNanos()).isEqualTo(begin + 250 * MS);
        for (long now = begin; now - begin < 1000 * MS; now += 10 * MS) {
            hop.pullMessage(writer.reset(0, 64), now);
        }
        assertThat(hop.rate()).as("within a second nobody is silent").isEqualTo(40);
        hop.pullMessage(writer.reset(0, 64), begin + 1000 * MS);
        assertThat(hop.rate()).isEqualTo(20);
    }

    @Test
    void answersCloserThanHalfAnIntervalAreNotMeasured() {
        TufHop hop = new TufHop(TufConfig.fromSettings(Map.of("doubling", "false", "threshold", "additive")), 7);
        answer(hop, 0, 0);
        admit(hop, FIRST);
        pull(hop, 250 * MS);
        deliver(hop, 1, 1, 350 * MS);
        assertThat(hop.rate()).isEqualTo(45);
        admit(hop, FIRST);
        pull(hop, 500 * MS);
        pull(hop, 750 * MS);
        deliver(hop, 2, 2, 770 * MS);
        assertThat(hop.rate()).isEqualTo(50);
        admit(hop, FIRST);
        deliver(hop, 3, 2, 800 * MS);
        assertThat(hop.rate()).as("30 ms later").isEqualTo(50);
    }

    @Test
    void onAShortOrLongLinkItDoublesNoOftenerAndNoSeldomerThanItMay() {
        pull(hop, 0);
        deliver(hop, 0, 0, MS);
        assertThat(hop.nextDeadlineNanos()).as("an eighth of the interval").isEqualTo(MS + 31_250_000);
        TufHop far = new TufHop(CONFIG, 7);
        pull(far, 0);
        deliver(far, 0, 0, 600 * MS);
        far.pullMessage(writer.reset(0, 64), 600 * MS);
        assertThat(far.nextDeadlineNanos()).as("the interval").isEqualTo(850 * MS);
    }

    @Test
    void theLargestWindowBoundsTheDoubling() {
        TufHop hop = new TufHop(TufConfig.fromSettings(Map.of("maxWindow", "6")), 7);
        answer(hop, 0, 0);
        admit(hop, FIRST);
        answer(hop, 250 * MS, 1);
        assertThat(hop.rate()).as("six packets in 100 ms").isCloseTo(60, within(1e-6));
        TufHop near = new TufHop(TufConfig.fromSettings(Map.of("maxWindow", "3")), 7);
        pull(near, 0);
        deliver(near, 0, 0, 10 * MS);
        admit(near, FIRST);
        pull(near, 250 * MS);
        deliver(near, 1, 1, 260 * MS);
        assertThat(near.rate()).as("three packets in R_UDP").isCloseTo(60, within(1e-6));
    }

    @Test
    void itEndsAtTheHighestThreshold() {
        TufHop hop = new TufHop(TufConfig.fromSettings(Map.of("initialRate", "400000", "tested", "false", "maxWindow",
                "1000000")), 7);
        answer(hop, 0, 0);
        admit(hop, 0);
        answer(hop, 250 * MS, 1);
        assertThat(hop.rate()).isEqualTo(CONFIG.b0() * Tag.MAX_THRESHOLD);
        assertThat(admit(hop, Tag.NONE)).isFalse();
        assertThat(admit(hop, Tag.MAX_THRESHOLD)).isTrue();
    }
}
