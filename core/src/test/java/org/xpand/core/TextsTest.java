package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Texts for people. */
class TextsTest {
    @Test
    void aReasonIsNeverNull() {
        assertThat(Texts.reason(new IOException("the disk is full"))).isEqualTo("the disk is full");
        assertThat(Texts.reason(new IOException())).isEqualTo("java.io.IOException");
        assertThat(Texts.reason(new IOException(" "))).isEqualTo("java.io.IOException");
    }
}
