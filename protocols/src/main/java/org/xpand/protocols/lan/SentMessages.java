package org.xpand.protocols.lan;

import java.util.ArrayDeque;

/** What a process has sent to all others, or to one, and keeps until they have it. */
final class SentMessages {
    private final ArrayDeque<Sent> kept = new ArrayDeque<>();
    private long next;

    /** A kept message. */
    static final class Sent {
        private final long number;
        private final LanContent content;
        private long sentNanos;

        private Sent(long number, LanContent content, long nowNanos) {
            this.number = number;
            this.content = content;
            this.sentNanos = nowNanos;
        }

        long number() {
            return number;
        }

        LanContent content() {
            return content;
        }

        /** Whether it was not sent for so long; from now on it was sent now. */
        boolean again(long nowNanos, long afterNanos) {
            if (nowNanos - sentNanos < afterNanos) {
                return false;
            }
            sentNanos = nowNanos;
            return true;
        }
    }

    /** @param next number of the next message */
    SentMessages(long next) {
        this.next = next;
    }

    /** Number of the next message. */
    long next() {
        return next;
    }

    /** Nobody receives the next message. */
    void skip() {
        next++;
    }

    Sent add(LanContent content, long nowNanos) {
        Sent sent = new Sent(next++, content, nowNanos);
        kept.add(sent);
        return sent;
    }

    /** All receivers have what is before this number; returns the bytes of what is no longer kept. */
    long release(long number) {
        long bytes = 0;
        while (!kept.isEmpty() && kept.peek().number < number) {
            bytes += kept.poll().content.length();
        }
        return bytes;
    }

    boolean isEmpty() {
        return kept.isEmpty();
    }

    /** What is kept, in order. */
    Iterable<Sent> kept() {
        return kept;
    }
}
