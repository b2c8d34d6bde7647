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
 * The attributes of a group's members: a small map per member, sent to every other member in a message when it changes, and to each
 * new member. So attributes are as reliable and as ordered as the member's messages, and need no numbers of their own.
 */
final class Attributes {
    /** Maximum bytes of a member's attributes, names and values together. */
    static final int MAX_BYTES = 4096;
    /** Maximum number of attributes of a member. */
    static final int MAX_COUNT = 64;
    private static final int MAX_NAME_BYTES = 255;
    /** Maximum number of members whose attributes are kept: more than a group has. */
    private static final int MAX_MEMBERS = 16_384;
    /** Approximate cost in bytes of a member and of each attribute, in addition to the attribute's bytes. */
    private static final int OVERHEAD = 100;
    /** The attributes of all others may use one part of this many of the heap. */
    private static final int HEAP_PARTS = 16;
    /** Maximum number of absent members whose attributes are kept. */
    private static final int MAX_GONE = 1024;

    private final BiConsumer<SenderId, byte[]> send;
    private final long mostBytes;
    private long bytes;
    private final TreeMap<String, byte[]> own = new TreeMap<>();
    private final Map<SenderId, Map<String, byte[]>> others = new ConcurrentHashMap<>();
    /** Members with attributes that are in no view now, the longest absent first: they may have seen this member all the time. */
    private final LinkedHashSet<SenderId> gone = new LinkedHashSet<>();
    private volatile Set<SenderId> hidden = Set.of();
    private Set<SenderId> reported = Set.of();
    private SenderId self;

    /** @param send sends to one member, in order with other messages */
    Attributes(BiConsumer<SenderId, byte[]> send) {
        this(send, Runtime.getRuntime().maxMemory() / HEAP_PARTS);
    }

    /** @param mostBytes approximate limit for the attributes of all others; what exceeds it is ignored */
    Attributes(BiConsumer<SenderId, byte[]> send, long mostBytes) {
        this.send = send;
        this.mostBytes = mostBytes;
    }

    /**
     * Sets or removes one of this member's attributes.
     *
     * @param value the bytes, copied; null to remove it
     * @throws IllegalArgumentException saying what is accepted
     */
    synchronized void set(String name, byte[] value) {
        int length = Accepted.present("attribute name", name, "1 to " + MAX_NAME_BYTES + " bytes of UTF-8").getBytes(StandardCharsets.UTF_8).length;
        if (length < 1 || length > MAX_NAME_BYTES) {
            throw new IllegalArgumentException("attribute name of " + length + " bytes: accepted are 1 to " + MAX_NAME_BYTES);
        }
        if (!Texts.hasUtf8(name)) {
            throw new IllegalArgumentException("attribute name '" + Texts.plain(name) + "': accepted are characters without single surrogates, "
                    + "which have no form in UTF-8");
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
        send(reported);
    }

    private void send(Set<SenderId> whom) {
        byte[] message = encode();
        for (SenderId each : whom) {
            send.accept(each, message);
        }
    }

    /** Sets the members of the group; this one is {@code newSelf}. */
    synchronized void view(GroupView view, SenderId newSelf) {
        Set<SenderId> members = new HashSet<>();
        view.members().forEach(each -> members.add(each.id()));
        // A member whose attributes arrived before it was in a view is not absent.
        reported.stream().filter(each -> !members.contains(each)).forEach(gone::add);
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
            come.removeAll(reported);
        }
        self = newSelf;
        reported = members;
        if (!own.isEmpty()) {
            send(come);
        }
    }

    /**
     * Handles the attributes that a member has sent.
     *
     * @return the attributes; empty if they are unchanged or malformed
     */
    synchronized Optional<Map<String, byte[]>> reported(SenderId from, byte[] message) {
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

    /** Returns a member's attributes as far as they are known here. Any thread. */
    Map<String, byte[]> of(SenderId member, SenderId newSelf) {
        if (Requests.member(member).equals(newSelf)) {
            synchronized (this) {
                return copy(own);
            }
        }
        return hidden.contains(member) ? Map.of() : copy(others.getOrDefault(member, Map.of()));
    }

    /** Returns for how many other members attributes are kept. */
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
