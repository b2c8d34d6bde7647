package org.xpand.simulator.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The scoreboard beside RFC 6675's definitions, taken by the word. */
class ScoreboardTest {
    @Property(tries = 60)
    void isWhatTheDefinitionsSay(@ForAll long seed) {
        Random random = new Random(seed);
        Scoreboard board = new Scoreboard();
        TreeSet<Long> held = new TreeSet<>();
        long una = 0;
        long end = 0;
        for (int step = 0; step < 60; step++) {
            for (int i = random.nextInt(20); i > 0; i--) {
                board.sent(end++);
            }
            if (random.nextInt(4) == 0) {
                una = Math.min(end, una + random.nextInt(15));
                while (held.contains(una)) {
                    una++;
                }
                held.headSet(una).clear();
                board.acknowledged(una);
            }
            if (end > una + 1) {
                long from = una + 1 + random.nextLong(end - una - 1);
                long to = Math.min(end, from + 1 + random.nextInt(4));
                boolean isNew = false;
                for (long number = from; number < to; number++) {
                    isNew |= held.add(number);
                }
                assertThat(board.update(new long[] {from, to})).isEqualTo(isNew);
            }
            check(board, held, una, end, una + random.nextInt(10));
        }
    }

    private static boolean isLost(TreeSet<Long> held, long number) {
        return !held.contains(number) && held.tailSet(number).size() >= Scoreboard.DUP_THRESH;
    }

    private static void check(Scoreboard board, TreeSet<Long> held, long una, long end, long retransmittedBelow) {
        int pipe = 0;
        long firstLost = -1;
        long firstMissing = -1;
        for (long number = end - 1; number >= una; number--) {
            assertThat(board.isHeld(number)).isEqualTo(held.contains(number));
            if (!held.contains(number)) {
                pipe += (isLost(held, number) ? 0 : 1) + (number < retransmittedBelow ? 1 : 0);
                if (number >= retransmittedBelow) {
                    firstLost = isLost(held, number) ? number : firstLost;
                    firstMissing = held.tailSet(number).isEmpty() ? firstMissing : number;
                }
            }
        }
        assertThat(board.count()).isEqualTo(held.size());
        assertThat(board.pipe(retransmittedBelow)).isEqualTo(pipe);
        assertThat(board.nextLost(retransmittedBelow)).isEqualTo(firstLost);
        assertThat(board.nextMissing(retransmittedBelow)).isEqualTo(firstMissing);
    }
}
