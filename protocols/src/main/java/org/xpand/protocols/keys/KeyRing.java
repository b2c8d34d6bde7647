package org.xpand.protocols.keys;

import java.util.List;

/**
 * The shared keys that a process accepts now. The first one seals; what any of them has sealed opens. It may be changed while
 * channels use it. Thread-safe.
 */
public final class KeyRing {
    private volatile List<SharedKey> keys;

    /** A ring of one key, until it is changed. */
    public KeyRing(SharedKey key) {
        this(List.of(key));
    }

    /** @param keys one or more; the first one seals */
    public KeyRing(List<SharedKey> keys) {
        change(keys);
    }

    /** From now on these are accepted, and no others. */
    public void change(List<SharedKey> newKeys) {
        if (newKeys.isEmpty()) {
            throw new IllegalArgumentException("no key: accepted is one or more");
        }
        keys = List.copyOf(newKeys);
    }

    /** What seals. */
    public SharedKey current() {
        return keys.get(0);
    }

    /** All that are accepted, that which seals first. */
    public List<SharedKey> all() {
        return keys;
    }

    /** Whether a key is accepted of which {@link SharedKey#mark} is this. */
    public boolean accepts(String mark) {
        return keys.stream().anyMatch(key -> key.mark().equals(mark));
    }
}
