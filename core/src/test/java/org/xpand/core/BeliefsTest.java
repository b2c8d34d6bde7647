package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A refused delegate stays excluded, whether or not the control channel's view has it, until it is trusted again. */
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

    @Test
    void whoseAnnouncementIsNotAdmittedIsNotThereUntilOneIs() {
        beliefs.view(List.of(FORMER, STRANGER, OTHER));
        assertThat(beliefs.admits(STRANGER, false)).isTrue();
        assertThat(beliefs.admits(STRANGER, false)).as("not news").isFalse();
        assertThat(beliefs.believed()).containsExactly(FORMER, OTHER);
        assertThat(beliefs.refused()).as("its datagrams are nobody's: its site is not known").isEmpty();
        assertThat(beliefs.admits(STRANGER, true)).isTrue();
        assertThat(beliefs.admits(STRANGER, true)).isFalse();
        assertThat(beliefs.believed()).containsExactly(FORMER, STRANGER, OTHER);
        beliefs.admits(STRANGER, false);
        beliefs.view(List.of(FORMER));
        beliefs.view(List.of(FORMER, STRANGER));
        assertThat(beliefs.believed()).as("who comes again is heard first").containsExactly(FORMER, STRANGER);
        assertThat(beliefs.admits(OTHER, false)).as("not in the view").isFalse();
    }
}
