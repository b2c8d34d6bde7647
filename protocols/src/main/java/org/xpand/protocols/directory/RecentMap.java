package org.xpand.protocols.directory;

import java.util.AbstractMap;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;

/**
 * A map, ordered by key, that finds the key it found last at once: packets come in runs of the same site and sender, and each asks many
 * times for the same. It is fastest with the same object as key, as {@link IdCache} gives it. Its views cannot be changed. Not thread-safe.
 *
 * @param <K> type of the keys
 * @param <V> type of the values; none is null
 */
public final class RecentMap<K extends Comparable<? super K>, V> extends AbstractMap<K, V> {
    private final TreeMap<K, V> all = new TreeMap<>();
    private final Set<K> keys = Collections.unmodifiableSet(all.keySet());
    private final Collection<V> values = Collections.unmodifiableCollection(all.values());
    private final Set<Entry<K, V>> entries = Collections.unmodifiableMap(all).entrySet();
    private Object recentKey;
    private V recent;

    /** Creates an empty map. */
    public RecentMap() {
    }

    @Override
    public V get(Object key) {
        if (key == recentKey || key.equals(recentKey)) {
            return recent;
        }
        V found = all.get(key);
        if (found != null) {
            recentKey = key;
            recent = found;
        }
        return found;
    }

    @Override
    public boolean containsKey(Object key) {
        return get(key) != null;
    }

    @Override
    public V put(K key, V value) {
        forgetRecent();
        return all.put(key, value);
    }

    @Override
    public V remove(Object key) {
        forgetRecent();
        return all.remove(key);
    }

    @Override
    public void clear() {
        forgetRecent();
        all.clear();
    }

    /**
     * Removes entries.
     *
     * @param condition whether to remove an entry; called once for each, in the order of the keys
     */
    public void removeIf(BiPredicate<? super K, ? super V> condition) {
        forgetRecent();
        all.entrySet().removeIf(entry -> condition.test(entry.getKey(), entry.getValue()));
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        all.forEach(action);
    }

    @Override
    public int size() {
        return all.size();
    }

    @Override
    public Set<K> keySet() {
        return keys;
    }

    @Override
    public Collection<V> values() {
        return values;
    }

    @Override
    public Set<Entry<K, V>> entrySet() {
        return entries;
    }

    private void forgetRecent() {
        recentKey = null;
        recent = null;
    }
}
