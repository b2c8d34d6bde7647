package org.xpand.protocols.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Many processes of a site that start together on a busy computer, in virtual time in steps of 10 ms: each asks all others three times in
 * a look, each question takes a random time to arrive at each process, a process begins to receive a random time after it has begun to
 * ask, is sometimes stopped, and needs a random time until it admits others once it founds.
 */
class FoundingRaceTest {
    private static final long MILLI = 1_000_000L;
    private static final int STEP_MILLIS = 10;
    private static final int ASK_MILLIS = 200;
    private static final int LONGEST_LOOK_MILLIS = 600;
    private static final int SILENT_MILLIS = 1_700;

    private final List<Process> processes = new ArrayList<>();
    private Random random;
    private int now;

    private final class Process {
        private final int begins;
        private final int receives;
        private final long order;
        private final int[] receivedAt;
        private final FoundingRule.Found[] receivedAs;
        private final int latest;
        private FoundingRule rule;
        private int lookBegan;
        private int wakes;
        private int wanted;
        private int founds = Integer.MAX_VALUE;
        private int admits = Integer.MAX_VALUE;
        private boolean in;

        Process(int count, int spreadMillis, int latestMillis, Founding founding, long random48) {
            begins = random.nextInt(spreadMillis + 1);
            receives = begins + random.nextInt(2 * latestMillis + 1);
            latest = latestMillis;
            order = founding.precedence(begins, random48);
            receivedAt = new int[count];
            receivedAs = new FoundingRule.Found[count];
        }

        void begin() {
            rule = new FoundingRule(Founding.DEFAULT, SILENT_MILLIS * MILLI, now * MILLI);
            look();
        }

        private void look() {
            lookBegan = now;
            wanted = (int) (rule.nextNanos(LONGEST_LOOK_MILLIS * MILLI) / MILLI);
            // One look in ten is over far too late.
            wakes = now + wanted + random.nextInt(random.nextInt(10) == 0 ? 3 * latest + 1 : latest / 10 + 1);
        }

        void run(int self) {
            if (rule == null || in || founds != Integer.MAX_VALUE || now < wakes) {
                return;
            }
            FoundingRule.Found most = FoundingRule.Found.NOBODY;
            for (int each = 0; each < receivedAt.length; each++) {
                if (each != self && receivedAt[each] >= lookBegan && receivedAs[each] != null && receivedAs[each].compareTo(most) > 0) {
                    most = receivedAs[each];
                }
            }
            boolean receivedItself = receivedAt[self] >= lookBegan;
            switch (rule.looked(new FoundingRule.Look(most, receivedItself, wanted * MILLI, (now - lookBegan) * MILLI), now * MILLI)) {
                case FOUND -> {
                    founds = now;
                    admits = now + 500 + random.nextInt(10 * latest + 1);
                }
                case JOIN -> in = true;
                default -> look();
            }
        }

        FoundingRule.Found as(Process other) {
            if (admits <= now) {
                return FoundingRule.Found.SITE;
            }
            if (founds <= now) {
                return FoundingRule.Found.MEMBER;
            }
            return order < other.order ? FoundingRule.Found.EARLIER : FoundingRule.Found.LATER;
        }
    }

    /** What arrives later: who is heard by whom, as what. */
    private record Word(int at, int from, int to, FoundingRule.Found as) {
    }

    private int founders(int count, int spreadMillis, int latestMillis, long seed) {
        random = new Random(seed);
        processes.clear();
        for (int i = 0; i < count; i++) {
            processes.add(new Process(count, spreadMillis, latestMillis, Founding.DEFAULT, random.nextLong()));
        }
        List<Word> words = new ArrayList<>();
        for (now = 0; now < 120_000 && !processes.stream().allMatch(each -> each.in || each.founds <= now); now += STEP_MILLIS) {
            deliver(words);
            for (int i = 0; i < count; i++) {
                Process each = processes.get(i);
                if (each.rule == null && now >= each.begins) {
                    each.begin();
                }
                each.run(i);
                if (each.rule != null && !each.in && (now - each.lookBegan) % ASK_MILLIS < STEP_MILLIS) {
                    say(words, i);
                }
            }
        }
        assertThat(processes).allMatch(each -> each.in || each.founds <= now);
        return (int) processes.stream().filter(each -> !each.in).count();
    }

    private void say(List<Word> words, int from) {
        for (int to = 0; to < processes.size(); to++) {
            words.add(new Word(now + 1 + random.nextInt(processes.get(to).latest + 1), from, to, processes.get(from).as(processes.get(to))));
        }
    }

    private void deliver(List<Word> words) {
        words.removeIf(word -> {
            Process to = processes.get(word.to);
            if (word.at > now) {
                return false;
            }
            if (now >= to.receives) {
                to.receivedAt[word.from] = now;
                to.receivedAs[word.from] = word.as;
            }
            return true;
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 6, 30})
    void oneOfThemFoundsTheSite(int count) {
        for (long seed = 1; seed <= 20; seed++) {
            for (int latest : new int[] {0, 100, 400}) {
                assertThat(founders(count, 3_000, latest, seed)).as("%d processes, up to %d ms late, seed %d", count, latest, seed).isEqualTo(1);
            }
        }
    }

    @Test
    void aLoneProcessFoundsInItsTimeWhereNothingIsLate() {
        assertThat(founders(1, 0, 0, 1)).isEqualTo(1);
        assertThat(Duration.ofMillis(processes.get(0).founds)).isBetween(Founding.DEFAULT.time(), Founding.DEFAULT.time().plusMillis(50));
    }
}
