package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who is refused stays out, whether the control channel's view has it or not, until it is believed again. */
class BeliefsTest {
    private static final long FORMER = 1;
    private static final long STRANGER = 2;
    private static final long OTHER = 3;

    private final Beliefs beliefs = new Beliefs(each -> each == FORMER || each == OTHER);

    @Test
    void whoIsNotInTheViewAnyMoreCanBeRefused() {
        beliefs.view(List.of(FORMER, OTHER));
        beliefs.view(List.of(OTHER));
        assertThat(beliefs.refuse(FORMER)).isTrue();
        assertThat(beliefs.refuse(FORMER)).as("told once").isFalse();
        assertThat(beliefs.refused()).isEqualTo(Set.of(FORMER));
    }

    @Test
    void aRefusalOutlivesTheViewOfWhoWasBelievedBefore() {
        beliefs.view(List.of(FORMER, STRANGER, OTHER));
        beliefs.refuse(FORMER);
        beliefs.refuse(STRANGER);
        assertThat(beliefs.believed()).containsExactly(OTHER);
        beliefs.view(List.of(OTHER));
        assertThat(beliefs.refused()).as("a stranger has nothing to be kept from, and may be many").containsExactly(FORMER);
        beliefs.view(List.of(OTHER, FORMER));
        assertThat(beliefs.believed()).containsExactly(OTHER);
        assertThat(beliefs.believe(FORMER)).isTrue();
        assertThat(beliefs.believe(FORMER)).isFalse();
        assertThat(beliefs.believed()).containsExactly(OTHER, FORMER);
    }
}
