package org.xpand.protocols.seal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The hash is that of the paper. */
class SipHashTest {
    @Test
    void isThatOfTheReferenceVectors() {
        byte[] key = new byte[SipHash.KEY_LENGTH];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) i;
        }
        assertThat(new SipHash(key).of(0x0706050403020100L)).isEqualTo(0x93f5f5799a932462L);
        assertThat(new SipHash(key).of(0x0706050403020100L, 0x0f0e0d0c0b0a0908L)).isEqualTo(0x3f2acc7f57c29bdbL);
    }
}
