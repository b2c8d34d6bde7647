package org.xpand.membership.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ControlRehearsalTest {
    @Test
    void theDelegatesOfTheRehearsalMeet() {
        assertThat(ControlRehearsal.play()).isEqualTo(2);
    }
}
