package org.xpand.core;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The attributes of a group's members: a small map each, told to every other member in a message of its own when it changes, and to
 * whoever comes. So a member's attributes are as reliable and as ordered as its messages, and have no numbers of theirs.
 */
final class Attributes {
    /** Most bytes of a member's attributes, names and values together. */
    static final int MAX_BYTES = 4096;
    /** Most attributes of a member. */
    static final int MAX_COUNT = 64;
    private static final int MAX_NAME_BYTES = 255;
    /** Of so many members attributes are kept: more than a group has. */
    private static final int MAX_MEMBERS = 16_384;
    /** What a member takes besides its attributes' bytes, and one of them, about. */
    private static final int OVERHEAD = 100;
    /** Part of the heap that the attributes of all others may take. */
    private static final int HEAP_PARTS = 16;
    /** Of so many members that are gone. */
    private static final int MAX_GONE = 1024;

    private final BiConsumer<SenderId, byte[]> send;
    private final long mostBytes;
    private long bytes;
    private final TreeMap<String, byte[]> own = new TreeMap<>();
    private final Map<SenderId, Map<String, byte[]>> others = new ConcurrentHashMap<>();
    /** Of those kept whoever is in no view now, the longest gone first: they may have seen this member all the time. */
    private final LinkedHashSet<SenderId> gone = new LinkedHashSet<>();
    private volatile Set<SenderId> hidden = Set.of();
    private Set<SenderId> told = Set.of();
    private SenderId self;

    /** @param send sends to one member, in order with what else is sent */
    Attributes(BiConsumer<SenderId, byte[]> send) {
        this(send, Runtime.getRuntime().maxMemory() / HEAP_PARTS);
    }

    /** @param mostBytes that the attributes of all others may take, about; what is more is not believed */
    Attributes(BiConsumer<SenderId, byte[]> send, long mostBytes) {
        this.send = send;
        this.mostBytes = mostBytes;
    }

    /**
     * Sets one of this member's attributes, or removes it.
     *
     * @param value the bytes, copied; null to remove it
     * @throws IllegalArgumentException saying what is accepted
     */
    synchronized void set(String name, byte[] value) {
        int length = name.getBytes(StandardCharsets.UTF_8).length;
        if (length < 1 || length > MAX_NAME_BYTES) {
            throw new IllegalArgumentException("attribute name of " + length + " bytes: accepted are 1 to " + MAX_NAME_BYTES);
        }
        TreeMap<String, byte[]> next = new TreeMap<>(own);
        if (value == null) {
            next.remove(name);
        } else {
            next.put(name, value.clone());
        }
        int size = size(next);
        if (next.size() > MAX_COUNT || size > MAX_BYTES) {
            throw new IllegalArgumentException("attribute '" + name + "' would make " + next.size() + " attributes of " + size
                    + " bytes together: accepted are at most " + MAX_COUNT + " of at most " + MAX_BYTES + " bytes");
        }
        byte[] before = own.get(name);
        if (value == null ? before == null : Arrays.equals(value, before)) {
            return;
        }
        own.clear();
        own.putAll(next);
        tell(told);
    }

    private void tell(Set<SenderId> whom) {
        byte[] message = encode();
        for (SenderId each : whom) {
            send.accept(each, message);
        }
    }

    /** These are the members now, and this one is {@code newSelf}. */
    synchronized void view(GroupView view, SenderId newSelf) {
        Set<SenderId> members = new HashSet<>();
        view.members().forEach(each -> members.add(each.id()));
        // Who has told his before he was in a view is not gone.
        told.stream().filter(each -> !members.contains(each)).forEach(gone::add);
        gone.removeAll(members);
        while (gone.size() > MAX_GONE) {
            SenderId longest = gone.iterator().next();
            gone.remove(longest);
            Map<String, byte[]> its = others.remove(longest);
            bytes -= its == null ? 0 : cost(its);
        }
        hidden = Set.copyOf(gone);
        members.remove(newSelf);
        Set<SenderId> come = new HashSet<>(members);
        if (newSelf.equals(self)) {
            come.removeAll(told);
        }
        self = newSelf;
        told = members;
        if (!own.isEmpty()) {
            tell(come);
        }
    }

    /**
     * A member has told its attributes.
     *
     * @return them; empty if that is what was known, or not what a member tells
     */
    synchronized Optional<Map<String, byte[]>> told(SenderId from, byte[] message) {
        Map<String, byte[]> now;
        try {
            now = decode(message);
        } catch (MalformedPacketException | IllegalArgumentException e) {
            return Optional.empty();
        }
        Map<String, byte[]> before = others.get(from);
        long after = bytes - (before == null ? 0 : cost(before)) + cost(now);
        if (after > mostBytes || others.size() >= MAX_MEMBERS && before == null) {
            return Optional.empty();
        }
        bytes = after;
        others.put(from, now);
        return equal(now, before == null ? Map.of() : before) ? Optional.empty() : Optional.of(copy(now));
    }

    private static int size(Map<String, byte[]> attributes) {
        return attributes.entrySet().stream().mapToInt(each -> each.getKey().getBytes(StandardCharsets.UTF_8).length
                + each.getValue().length).sum();
    }

    private static long cost(Map<String, byte[]> attributes) {
        return OVERHEAD + attributes.entrySet().stream().mapToLong(each -> OVERHEAD + each.getKey().length()
                + each.getValue().length).sum();
    }

    private static boolean equal(Map<String, byte[]> one, Map<String, byte[]> other) {
        return one.keySet().equals(other.keySet())
                && one.entrySet().stream().allMatch(each -> Arrays.equals(each.getValue(), other.get(each.getKey())));
    }

    /** A member's attributes, as far as they are known here. Any thread. */
    Map<String, byte[]> of(SenderId member, SenderId newSelf) {
        if (member.equals(newSelf)) {
            synchronized (this) {
                return copy(own);
            }
        }
        return hidden.contains(member) ? Map.of() : copy(others.getOrDefault(member, Map.of()));
    }

    /** Of how many others attributes are kept. */
    int count() {
        return others.size();
    }

    private static Map<String, byte[]> copy(Map<String, byte[]> attributes) {
        TreeMap<String, byte[]> copy = new TreeMap<>();
        attributes.forEach((name, value) -> copy.put(name, value.clone()));
        return Collections.unmodifiableMap(copy);
    }

    private byte[] encode() {
        WireWriter out = new WireWriter(new byte[2 * MAX_BYTES + MAX_COUNT * 8]);
        out.putByte(own.size());
        own.forEach((name, value) -> out.putString(name).putShort(value.length).putBytes(value, 0, value.length));
        return Arrays.copyOf(out.buffer(), out.position());
    }

    private static Map<String, byte[]> decode(byte[] message) {
        WireReader in = new WireReader().reset(message, 0, message.length);
        TreeMap<String, byte[]> attributes = new TreeMap<>();
        int count = in.getByte();
        if (count > MAX_COUNT || message.length > 2 * MAX_BYTES + MAX_COUNT * 8) {
            throw new MalformedPacketException(count + " attributes");
        }
        for (int i = 0; i < count; i++) {
            attributes.put(in.getString(), in.getBytes(in.getShort()));
        }
        if (size(attributes) > MAX_BYTES || in.remaining() > 0) {
            throw new MalformedPacketException(count + " attributes of " + message.length + " bytes");
        }
        return attributes;
    }
}
