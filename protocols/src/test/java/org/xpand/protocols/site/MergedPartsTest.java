package org.xpand.protocols.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MergedPartsTest {
    @Test
    void halvesAreApartFromEachOther() {
        List<List<Long>> parts = List.of(List.of(1L, 2L), List.of(3L, 4L));
        assertThat(MergedParts.apartFrom(1, parts)).containsExactly(3L, 4L);
        assertThat(MergedParts.apartFrom(4, parts)).containsExactly(1L, 2L);
    }

    /** 1 hung: the others have gone on in a view without it, and it still has that of all. */
    @Test
    void whoHungIsApartFromAllAndAllFromIt() {
        List<List<Long>> parts = List.of(List.of(1L, 2L, 3L), List.of(2L, 3L));
        assertThat(MergedParts.apartFrom(1, parts)).containsExactly(2L, 3L);
        assertThat(MergedParts.apartFrom(2, parts)).containsExactly(1L);
        assertThat(MergedParts.apartFrom(3, parts)).containsExactly(1L);
    }

    @Test
    void withoutAMergeNobodyWasApart() {
        assertThat(MergedParts.apartFrom(1, List.of())).isEmpty();
        assertThat(MergedParts.apartFrom(1, List.of(List.of(1L, 2L)))).isEmpty();
    }

    @Property(tries = 200)
    void whatOneFindsTheOtherFinds(@ForAll @Size(max = 4) List<@Size(max = 4) List<@LongRange(min = 1, max = 5) Long>> parts) {
        for (long a = 1; a <= 5; a++) {
            for (long b = 1; b <= 5; b++) {
                assertThat(MergedParts.apartFrom(a, parts).contains(b)).isEqualTo(MergedParts.apartFrom(b, parts).contains(a));
            }
            assertThat(MergedParts.apartFrom(a, parts)).doesNotContain(a);
        }
    }
}
