package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys are found where they are, and others where they belong. */
class KeySearchTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 7, 8})
    void everyKeyAndEveryPlaceBetweenIsFound(int size) {
        List<Long> list = IntStream.range(0, size).mapToObj(i -> 10L * i - 20).toList();
        for (int i = 0; i < size; i++) {
            assertThat(KeySearch.search(list, Long::longValue, 10L * i - 20)).isEqualTo(i);
            assertThat(KeySearch.search(list, Long::longValue, 10L * i - 25)).isEqualTo(-1 - i);
        }
        assertThat(KeySearch.search(list, Long::longValue, Long.MAX_VALUE)).isEqualTo(-1 - size);
        assertThat(KeySearch.search(list, Long::longValue, Long.MIN_VALUE)).isEqualTo(-1);
    }
}
