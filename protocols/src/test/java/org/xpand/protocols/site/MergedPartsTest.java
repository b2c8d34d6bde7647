package org.xpand.protocols.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ProcessId;

class MergedPartsTest {
    private static Set<Long> apartFrom(long process, List<List<Long>> parts) {
        List<List<ProcessId>> ids = parts.stream().map(part -> part.stream().map(ProcessId::new).toList()).toList();
        return MergedParts.apartFrom(new ProcessId(process), ids).stream().map(ProcessId::value).collect(Collectors.toSet());
    }

    @Test
    void halvesAreApartFromEachOther() {
        List<List<Long>> parts = List.of(List.of(1L, 2L), List.of(3L, 4L));
        assertThat(apartFrom(1, parts)).containsOnly(3L, 4L);
        assertThat(apartFrom(4, parts)).containsOnly(1L, 2L);
    }

    /** 1 hung: the others have gone on in a view without it, and it still has that of all. */
    @Test
    void whoHungIsApartFromAllAndAllFromIt() {
        List<List<Long>> parts = List.of(List.of(1L, 2L, 3L), List.of(2L, 3L));
        assertThat(apartFrom(1, parts)).containsOnly(2L, 3L);
        assertThat(apartFrom(2, parts)).containsOnly(1L);
        assertThat(apartFrom(3, parts)).containsOnly(1L);
    }

    @Test
    void withoutAMergeNobodyWasApart() {
        assertThat(apartFrom(1, List.of())).isEmpty();
        assertThat(apartFrom(1, List.of(List.of(1L, 2L)))).isEmpty();
    }

    @Property(tries = 200)
    void whatOneFindsTheOtherFinds(@ForAll @Size(max = 4) List<@Size(max = 4) List<@LongRange(min = 1, max = 5) Long>> parts) {
        for (long a = 1; a <= 5; a++) {
            for (long b = 1; b <= 5; b++) {
                assertThat(apartFrom(a, parts).contains(b)).isEqualTo(apartFrom(b, parts).contains(a));
            }
            assertThat(apartFrom(a, parts)).doesNotContain(a);
        }
    }
}
