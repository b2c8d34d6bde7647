package org.xpand.examples.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** What is reported about a stream of numbers. */
class SequenceCheckerTest {
    private SequenceChecker checker = new SequenceChecker();

    private void take(long... numbers) {
        for (long number : numbers) {
            checker.take(number);
        }
    }

    private void expect(long delivered, long duplicates, long reordered, long missing) {
        assertThat(List.of(checker.delivered(), checker.duplicates(), checker.reordered(), checker.missing()))
                .as("delivered, duplicates, reordered, missing").containsExactly(delivered, duplicates, reordered, missing);
    }

    @Test
    void beforeTheFirstThereIsNone() {
        expect(0, 0, 0, 0);
        assertThat(checker.first()).isEqualTo(-1);
        assertThat(checker.last()).isEqualTo(-1);
    }

    @Test
    void aStreamMayStartAnywhere() {
        take(7, 8, 9);
        expect(3, 0, 0, 0);
        assertThat(checker.first()).isEqualTo(7);
        assertThat(checker.last()).isEqualTo(9);
    }

    @Test
    void aNumberTwiceIsADuplicate() {
        take(0, 1, 1, 0, 2);
        expect(3, 2, 0, 0);
    }

    @Test
    void skippedNumbersAreMissing() {
        take(0, 4, 5, 8);
        expect(4, 0, 0, 5);
    }

    @Test
    void aNumberThatComesAfterAllIsReorderedAndNotMissing() {
        take(0, 4, 2);
        expect(3, 0, 1, 2);
        take(2);
        expect(3, 1, 1, 2);
        take(1, 3);
        expect(5, 1, 3, 0);
    }

    @Test
    void aNumberBeforeTheFirstIsReordered() {
        take(5, 2);
        expect(2, 0, 1, 2);
        assertThat(checker.first()).isEqualTo(2);
    }

    @Test
    void theOldestOfTooManyHolesIsForgottenButStaysCounted() {
        for (long number = 0; number <= 2L * (SequenceChecker.MAX_HOLES + 1); number += 2) {
            checker.take(number);
        }
        assertThat(checker.missing()).isEqualTo(SequenceChecker.MAX_HOLES + 1);
        take(1);
        assertThat(checker.duplicates()).isEqualTo(1);
        take(3);
        assertThat(checker.missing()).isEqualTo(SequenceChecker.MAX_HOLES);
    }

    @Test
    void whatWasReportedIsMissingAndCountedOnItsOwn() {
        checker.reported(0, 5);
        take(10);
        checker.reported(12, 13);
        checker.reported(14, 14);
        take(16);
        expect(2, 0, 0, 5);
        assertThat(checker.reportedMissing()).as("not 11 and 15").isEqualTo(3);
        checker.reported(-1, 18);
        checker.reported(20, -1);
        checker.reported(-1, 22);
        take(25);
        assertThat(checker.reportedMissing()).as("and all but 19").isEqualTo(10);
        take(11);
        assertThat(checker.missing() - checker.reportedMissing()).as("15 and 19").isEqualTo(2);
    }

    @Property
    void theCountsAreThoseOfASet(@ForAll @Size(max = 60) List<@LongRange(max = 40) Long> numbers) {
        checker = new SequenceChecker();
        Set<Long> seen = new HashSet<>();
        long duplicates = 0;
        long reordered = 0;
        long greatest = -1;
        for (long number : numbers) {
            checker.take(number);
            if (!seen.add(number)) {
                duplicates++;
            } else if (number < greatest) {
                reordered++;
            }
            greatest = Math.max(greatest, number);
        }
        long span = seen.isEmpty() ? 0 : greatest - seen.stream().mapToLong(Long::longValue).min().orElseThrow() + 1;
        expect(seen.size(), duplicates, reordered, span - seen.size());
    }
}
