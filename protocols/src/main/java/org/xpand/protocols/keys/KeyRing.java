package org.xpand.protocols.keys;

import java.util.List;

/**
 * The shared keys that a process accepts now. The first one seals; each of them opens. It may be changed while
 * channels use it. Thread-safe.
 */
public final class KeyRing {
    private volatile List<SharedKey> keys;

    /**
     * Creates a ring of one key, until it is changed.
     *
     * @param key the key
     */
    public KeyRing(SharedKey key) {
        this(List.of(key));
    }

    /** @param keys one or more; the first one seals */
    public KeyRing(List<SharedKey> keys) {
        change(keys);
    }

    /**
     * Replaces the accepted keys.
     *
     * @param newKeys one or more; the first one seals
     */
    public void change(List<SharedKey> newKeys) {
        if (newKeys.isEmpty()) {
            throw new IllegalArgumentException("no key: accepted is one or more");
        }
        keys = List.copyOf(newKeys);
    }

    /**
     * The key that seals.
     *
     * @return the first key
     */
    public SharedKey current() {
        return keys.get(0);
    }

    /**
     * All accepted keys.
     *
     * @return the keys, beginning with the one that seals
     */
    public List<SharedKey> all() {
        return keys;
    }

    /**
     * Whether a key with this {@link SharedKey#mark} is accepted.
     *
     * @param mark of a key
     * @return whether it is accepted
     */
    public boolean accepts(String mark) {
        return keys.stream().anyMatch(key -> key.mark().equals(mark));
    }
}
