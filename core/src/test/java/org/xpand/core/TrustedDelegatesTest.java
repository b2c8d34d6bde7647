package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A refused delegate stays excluded, whether or not the control channel's view has it, until it is trusted again. */
class TrustedDelegatesTest {
    private static final long FORMER = 1;
    private static final long STRANGER = 2;
    private static final long OTHER = 3;

    private final TrustedDelegates trusted = new TrustedDelegates(each -> each == FORMER || each == OTHER);

    @Test
    void whoIsNotInTheViewAnyMoreCanBeRefused() {
        trusted.view(List.of(FORMER, OTHER));
        trusted.view(List.of(OTHER));
        assertThat(trusted.refuse(FORMER)).isTrue();
        assertThat(trusted.refuse(FORMER)).as("reported once").isFalse();
        assertThat(trusted.refused()).isEqualTo(Set.of(FORMER));
    }

    @Test
    void aRefusalOutlivesTheViewOfWhoWasBelievedBefore() {
        trusted.view(List.of(FORMER, STRANGER, OTHER));
        trusted.refuse(FORMER);
        trusted.refuse(STRANGER);
        assertThat(trusted.believed()).containsExactly(OTHER);
        trusted.view(List.of(OTHER));
        assertThat(trusted.refused()).as("a stranger has nothing to be kept from, and may be many").containsExactly(FORMER);
        trusted.view(List.of(OTHER, FORMER));
        assertThat(trusted.believed()).containsExactly(OTHER);
        assertThat(trusted.readmit(FORMER)).isTrue();
        assertThat(trusted.readmit(FORMER)).isFalse();
        assertThat(trusted.believed()).containsExactly(OTHER, FORMER);
    }

    @Test
    void whoseAnnouncementIsNotAdmittedIsNotThereUntilOneIs() {
        trusted.view(List.of(FORMER, STRANGER, OTHER));
        assertThat(trusted.admits(STRANGER, false)).isTrue();
        assertThat(trusted.admits(STRANGER, false)).as("not news").isFalse();
        assertThat(trusted.believed()).containsExactly(FORMER, OTHER);
        assertThat(trusted.refused()).as("its datagrams are nobody's: its site is not known").isEmpty();
        assertThat(trusted.admits(STRANGER, true)).isTrue();
        assertThat(trusted.admits(STRANGER, true)).isFalse();
        assertThat(trusted.believed()).containsExactly(FORMER, STRANGER, OTHER);
        trusted.admits(STRANGER, false);
        trusted.view(List.of(FORMER));
        trusted.view(List.of(FORMER, STRANGER));
        assertThat(trusted.believed()).as("who comes again is heard first").containsExactly(FORMER, STRANGER);
        assertThat(trusted.admits(OTHER, false)).as("not in the view").isFalse();
    }
}
