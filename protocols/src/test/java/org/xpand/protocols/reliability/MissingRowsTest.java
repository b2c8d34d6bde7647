package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.IntToLongFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** Rows of missing numbers are a set of numbers, and are asked for as such. */
class MissingRowsTest {
    private static final SenderId SENDER = new SenderId(new SiteId(1), 2);

    private static TreeSet<Long> asked(MissingRows rows, long now, int room) {
        return asked(rows, now, room, tries -> 100);
    }

    private static TreeSet<Long> asked(MissingRows rows, long now, int room, IntToLongFunction waitNanos) {
        WireWriter out = new WireWriter(new byte[room]);
        int count = rows.writeDue(SENDER, out, waitNanos, now);
        WireReader in = new WireReader();
        in.reset(out.buffer(), 0, out.position());
        TreeSet<Long> numbers = new TreeSet<>();
        while (in.remaining() > 0) {
            in.getLong();
            in.getLong();
            long first = in.getLong();
            for (int i = in.getShort(); i > 0; i--) {
                numbers.add(first++);
            }
        }
        assertThat(numbers).hasSize(count);
        return numbers;
    }

    @Test
    void aRowOfAnyLengthIsOneRequestUntilItIsTooLong() {
        MissingRows rows = new MissingRows();
        rows.add(10, 100_010, 5);
        assertThat(asked(rows, 4, 1000)).isEmpty();
        assertThat(asked(rows, 5, FrameType.NAK_ENTRY_LENGTH * 2)).hasSize(100_000);
        assertThat(asked(rows, 104, 1000)).isEmpty();
        assertThat(asked(rows, 105, 1000)).hasSize(100_000);
    }

    @Test
    void whatWasRequestedOftenIsRequestedSoonAfterOthersHaveArrived() {
        MissingRows rows = new MissingRows();
        rows.add(10, 20, 0);
        long now = 0;
        for (int i = 0; i < 5; i++) {
            assertThat(askedWithLongerWaits(rows, now)).hasSize(10);
            now += 100L << i;
        }
        assertThat(askedWithLongerWaits(rows, now)).hasSize(10);
        for (int number = 11; number < 20; number++) {
            rows.repaired(number, 20, now + number);
            assertThat(askedWithLongerWaits(rows, now + number)).as("while others arrive").isEmpty();
        }
        assertThat(rows.dueNanos()).as("at the latest").isLessThanOrEqualTo(now + 119);
        assertThat(askedWithLongerWaits(rows, now + 118)).isEmpty();
        assertThat(rows.dueNanos()).isEqualTo(now + 119);
        assertThat(askedWithLongerWaits(rows, now + 119)).as("after the last one").containsExactly(10L);
        assertThat(rows.dueNanos()).as("as if for the first time").isEqualTo(now + 219);
        assertThat(askedWithLongerWaits(rows, now + 219)).containsExactly(10L);
        assertThat(rows.dueNanos()).as("then less often, as nothing arrives").isEqualTo(now + 419);
    }

    @Test
    void whatArrivesWithoutARequestMakesNobodyHurry() {
        MissingRows rows = new MissingRows();
        rows.add(10, 12, 500);
        rows.repaired(11, 12, 3);
        assertThat(rows.dueNanos()).isEqualTo(500);
        assertThat(askedWithLongerWaits(rows, 499)).isEmpty();
        assertThat(askedWithLongerWaits(rows, 500)).containsExactly(10L);
    }

    private static TreeSet<Long> askedWithLongerWaits(MissingRows rows, long now) {
        return asked(rows, now, 1000, tries -> 100L << tries);
    }

    @Test
    void whatIsTooFarAheadIsRequestedWhenItsTurnComes() {
        MissingRows rows = new MissingRows();
        rows.requestBelow(100);
        rows.add(10, 1_000, 5);
        rows.add(2_000, 2_010, 5);
        assertThat(rows.dueNanos()).isEqualTo(5);
        assertThat(asked(rows, 5, 1000)).hasSize(90).last().isEqualTo(99L);
        assertThat(rows.dueNanos()).as("when the first ones are asked for again").isEqualTo(105);
        rows.requestBelow(150);
        assertThat(rows.dueNanos()).isEqualTo(5);
        assertThat(asked(rows, 6, 1000)).hasSize(50).first().isEqualTo(100L);
        rows.dropBelow(150);
        assertThat(asked(rows, 105, 1000)).as("the rest lies beyond").isEmpty();
        assertThat(rows.dueNanos()).isEqualTo(Long.MAX_VALUE);
        rows.requestBelow(5_000);
        assertThat(asked(rows, 106, 1000)).hasSize(860);
        assertThat(rows.count()).isEqualTo(860);
    }

    @Test
    void whatWasRequestedBeforeItWasSentIsRequestedSoonWhenMoreComes() {
        MissingRows rows = new MissingRows();
        rows.add(10, 50, 0);
        asked(rows, 0, 1000);
        rows.sent(12, 20, 30);
        assertThat(asked(rows, 99, 1000)).as("one request without an answer shows nothing").isEmpty();
        assertThat(asked(rows, 100, 1000)).hasSize(40);
        rows.sent(12, 20, 130);
        assertThat(rows.dueNanos()).isLessThanOrEqualTo(130);
        assertThat(asked(rows, 130, 1000)).hasSize(8).first().isEqualTo(12L);
        assertThat(asked(rows, 200, 1000)).hasSize(32);
        assertThat(rows.count()).isEqualTo(40);
    }

    @Property(tries = 200)
    void rowsAreASetOfNumbers(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        MissingRows rows = new MissingRows();
        TreeSet<Long> model = new TreeSet<>();
        long end = 0;
        for (int step = 0; step < 200; step++) {
            switch (random.nextInt(7)) {
                case 0, 1 -> {
                    long first = end + random.nextInt(3);
                    end = first + random.nextInt(20);
                    rows.add(first, end, 0);
                    for (long number = first; number < end; number++) {
                        model.add(number);
                    }
                }
                case 2, 3 -> {
                    long number = random.nextLong(end + 1);
                    rows.repaired(number, number, 0);
                    model.remove(number);
                }
                case 4 -> {
                    long below = random.nextLong(end / 2 + 1);
                    rows.dropBelow(below);
                    model.headSet(below).clear();
                }
                case 5 -> {
                    long first = random.nextLong(end + 1);
                    rows.sent(first, first + random.nextLong(end - first + 1), 0);
                    asked(rows, 200L * step, 200);
                }
                default -> {
                    long from = end - random.nextLong(Math.min(5, end + 1));
                    rows.dropFrom(from);
                    model.tailSet(from).clear();
                }
            }
            assertThat(rows.count()).isEqualTo(model.size());
            assertThat(rows.isEmpty()).isEqualTo(model.isEmpty());
        }
        assertThat(asked(rows, 1 << 20, 1 << 16)).isEqualTo(model);
    }
}
