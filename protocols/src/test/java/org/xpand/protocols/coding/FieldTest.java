package org.xpand.protocols.coding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** GF(2^8) is a field. */
class FieldTest {
    @Property
    void multiplicationIsAssociativeCommutativeAndDistributive(@ForAll @IntRange(max = 255) int a,
            @ForAll @IntRange(max = 255) int b, @ForAll @IntRange(max = 255) int c) {
        assertThat(Field.multiply(a, b)).isEqualTo(Field.multiply(b, a));
        assertThat(Field.multiply(a, Field.multiply(b, c))).isEqualTo(Field.multiply(Field.multiply(a, b), c));
        assertThat(Field.multiply(a, b ^ c)).isEqualTo(Field.multiply(a, b) ^ Field.multiply(a, c));
    }

    @Test
    void everyElementButZeroHasAnInverse() {
        for (int a = 1; a < 256; a++) {
            assertThat(Field.multiply(a, Field.inverse(a))).isEqualTo(1);
            assertThat(Field.multiply(a, 1)).isEqualTo(a);
        }
    }

    @Test
    void rowsAreMultipliedWithinTheirBounds() {
        byte[] from = {9, 1, 2, 3, 9};
        byte[] to = {7, 0, 0, 0, 7};
        Field.addMultiple(2, from, 1, to, 1, 3);
        assertThat(to).containsExactly(7, 2, 4, 6, 7);
        Field.addMultiple(0, from, 0, to, 0, 5);
        assertThat(to).containsExactly(7, 2, 4, 6, 7);
        Field.scale(2, to, 1, 3);
        assertThat(to).containsExactly(7, 4, 8, 12, 7);
    }

    @Property
    void aSumOfMultiplesIsTheSumOfTheProducts(@ForAll @IntRange(min = 1, max = 40) int length, @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        SymbolSum sum = new SymbolSum(length);
        for (int round = 0; round < 2; round++) {
            byte[] expected = new byte[length];
            sum.clear();
            for (int i = random.nextInt(5); i >= 0; i--) {
                byte[] symbol = new byte[length + 5];
                random.nextBytes(symbol);
                int factor = random.nextInt(256);
                sum.add(factor, symbol, 3);
                Field.addMultiple(factor, symbol, 3, expected, 0, length);
            }
            byte[] target = new byte[length + 2];
            sum.write(target, 1);
            assertThat(Arrays.copyOfRange(target, 1, length + 1)).isEqualTo(expected);
            assertThat(target[0] | target[length + 1]).isZero();
        }
    }
}
