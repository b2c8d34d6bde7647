package org.xpand.membership.jgroups;

import java.security.SecureRandom;
import org.jgroups.Address;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.protocols.keys.KeyRing;
import org.xpand.protocols.logging.RepeatedEvent;
import org.xpand.protocols.seal.SealedFrames;

/**
 * Seals everything that a transport sends, and opens what arrives before it is processed: views, leaves and discovery as well as
 * messages. Does nothing without a key.
 */
final class FrameSeal {
    private static final Logger LOG = LoggerFactory.getLogger(FrameSeal.class);
    private static final int SALT_LENGTH = 16;

    private final SealedFrames frames;
    private final String channel;
    private final RepeatedEvent refusal = new RepeatedEvent();

    /**
     * @param key     null for none
     * @param channel only frames of the same channel can be opened
     */
    FrameSeal(KeyRing key, String channel) {
        SecureRandom random = new SecureRandom();
        this.channel = channel;
        this.frames = key == null ? null : new SealedFrames(key, channel, () -> {
            byte[] salt = new byte[SALT_LENGTH];
            random.nextBytes(salt);
            return salt;
        });
    }

    boolean isOn() {
        return frames != null;
    }

    byte[] seal(byte[] bytes, int offset, int length) {
        return frames.seal(bytes, offset, length);
    }

    /** Returns the content of a frame, or null if it cannot be opened, which is counted and logged. */
    byte[] open(Address sender, byte[] frame, int offset, int length) {
        byte[] opened = frames.open(frame, offset, length);
        if (opened == null) {
            refused(sender);
        }
        return opened;
    }

    /** Returns the content of a frame that this process has sent, or null if it has not. */
    byte[] openOwn(byte[] frame, int offset, int length) {
        return frames.openOwn(frame, offset, length);
    }

    private void refused(Address sender) {
        if (refusal.happened(System.nanoTime())) {
            LOG.warn("{}: a frame from {} does not open with the key of this node; {} so far were dropped. Accepted are "
                    + "frames of a process "
                    + "with the same key, each once", channel, sender, refusal.count());
        }
    }
}
