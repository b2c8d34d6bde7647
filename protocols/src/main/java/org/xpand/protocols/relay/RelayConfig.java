package org.xpand.protocols.relay;

/**
 * Settings of the relay inside a site.
 *
 * @param windowSegments most segments of one sender a member keeps for its application, and a sender keeps unstable
 *                       beyond the message that fills the window; a power of two
 * @param maxMessage     longest message, bytes
 * @param minWindowBytes least send window of a sender, bytes
 * @param maxWindowBytes greatest send window of a sender, bytes
 */
public record RelayConfig(int windowSegments, int maxMessage, int minWindowBytes, int maxWindowBytes) {
    /** @throws IllegalArgumentException naming the setting, its value and what is accepted */
    public RelayConfig {
        if (Integer.bitCount(windowSegments) != 1 || windowSegments < 16) {
            throw new IllegalArgumentException("windowSegments " + windowSegments
                    + ": accepted are powers of two from 16 on");
        }
        if (maxMessage < 1 || maxMessage > 1 << 30) {
            throw new IllegalArgumentException("maxMessage " + maxMessage + ": accepted are 1 to 1073741824 bytes");
        }
        if (minWindowBytes < 1 || maxWindowBytes < minWindowBytes) {
            throw new IllegalArgumentException("send window of " + minWindowBytes + " to " + maxWindowBytes
                    + " bytes: the least must be 1 or more and not above the greatest");
        }
    }

    /** The default settings: messages up to 16 MiB. */
    public static RelayConfig defaults() {
        return new RelayConfig(8192, 16 << 20, 32 << 10, 8 << 20);
    }
}
