package org.xpand.protocols.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SharedCopiesTest {
    private static final int PACKET = 1232;

    private final SharedCopies copies = new SharedCopies();
    private final byte[] received = new byte[PACKET];

    private Segment copy(int bytes) {
        return copies.segment((byte) 0, received, PACKET - bytes, bytes);
    }

    @Property
    void everyCopyHasTheBytesThatWereReceived(@ForAll @Size(max = 40) List<@IntRange(max = PACKET) Integer> lengths) {
        SharedCopies all = new SharedCopies();
        List<Segment> made = new ArrayList<>();
        for (int i = 0; i < lengths.size(); i++) {
            all.receivedAt(i / 5);
            Arrays.fill(received, (byte) i);
            made.add(all.segment((byte) 0, received, PACKET - lengths.get(i), lengths.get(i)));
        }
        for (int i = 0; i < lengths.size(); i++) {
            byte[] expected = new byte[lengths.get(i)];
            Arrays.fill(expected, (byte) i);
            assertThat(made.get(i).payload()).isEqualTo(expected);
        }
    }

    @Test
    void aSegmentThatComesAloneHasAnArrayOfItsOwn() {
        for (int turn = 1; turn < 10; turn++) {
            copies.receivedAt(turn);
            Segment segment = copy(100);
            assertThat(segment.array()).hasSize(100);
        }
    }

    @Test
    void whatComesInBulkStandsOneAfterAnother() {
        int followed = 0;
        for (int turn = 1; turn < 11; turn++) {
            copies.receivedAt(turn);
            Segment before = copy(PACKET);
            for (int i = 1; i < 100; i++) {
                Segment segment = copy(PACKET);
                assertThat(segment.array().length).isLessThanOrEqualTo(SharedCopies.MOST);
                followed += before.isFollowedBy(segment) ? 1 : 0;
                before = segment;
            }
        }
        assertThat(followed).isGreaterThan(800);
    }

    @Test
    void afterMuchHasComeLittleTakesNoLongArray() {
        copies.receivedAt(1);
        for (int i = 0; i < 100; i++) {
            copy(PACKET);
        }
        copies.receivedAt(2);
        copy(100);
        for (int turn = 3; turn < 200; turn++) {
            copies.receivedAt(turn);
            copy(100);
        }
        assertThat(copy(100).array()).hasSize(100);
    }
}
