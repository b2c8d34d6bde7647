package org.xpand.protocols.lan;

import org.xpand.protocols.api.ProcessId;

/** Another process of the site: what it has of this one's messages, and this one of its. */
final class LanPeer {
    private final ProcessId process;
    private final ReceivedMessages multicasts = new ReceivedMessages();
    private final ReceivedMessages lettersFrom = new ReceivedMessages();
    private SentMessages letters = new SentMessages(0);
    private boolean present;
    private boolean begun;
    private boolean detoured;
    private long detouredFrom;
    private long heardUpTo;
    private boolean answeredByDetour;
    private long acknowledged;
    private long lettersAcknowledged;
    private long progressNanos;
    private long askedNanos;
    private boolean asked;
    private long probedNanos = Long.MIN_VALUE;
    private long answered = -1;
    private long capacity = DatagramWindow.MOST_BYTES;
    private long window = DatagramWindow.LEAST_BYTES;
    private long unannounced;
    private long arrivedNanos;
    private boolean active;

    LanPeer(ProcessId process) {
        this.process = process;
    }

    ProcessId process() {
        return process;
    }

    /** It is in the view, and receives this process from these numbers on. */
    void enter(long firstMulticast, long firstLetter, long nowNanos) {
        present = true;
        acknowledged = firstMulticast;
        lettersAcknowledged = firstLetter;
        letters = new SentMessages(firstLetter);
        progressNanos = nowNanos;
    }

    /** It is not in the view any more; returns the bytes of what is no longer kept for it. */
    long leave() {
        present = false;
        begun = false;
        detoured = false;
        answeredByDetour = false;
        multicasts.forgetBegin();
        lettersFrom.forgetBegin();
        return letters.release(Long.MAX_VALUE);
    }

    boolean isPresent() {
        return present;
    }

    /** It has said from where on this process receives it. */
    void begin(long firstMulticast, long firstLetter) {
        begun = true;
        multicasts.begin(firstMulticast);
        lettersFrom.begin(firstLetter);
    }

    boolean hasBegun() {
        return begun;
    }

    boolean mayAsk(long nowNanos, long intervalNanos) {
        if (asked && nowNanos - askedNanos < intervalNanos) {
            return false;
        }
        asked = true;
        askedNanos = nowNanos;
        return true;
    }

    /** It has said how many bytes its sockets hold, and how many it may have under way. */
    void sizes(long newCapacity, long newWindow) {
        capacity = newCapacity;
        window = newWindow;
    }

    long capacity() {
        return capacity;
    }

    long window() {
        return window;
    }

    /** So many bytes arrived from it; returns how many since this process has announced what it has. */
    long arrived(int bytes, long nowNanos) {
        unannounced += bytes;
        arrivedNanos = nowNanos;
        active = true;
        return unannounced;
    }

    void announced() {
        unannounced = 0;
    }

    /** Whether messages of it arrived within this time. */
    boolean isActive(long nowNanos, long withinNanos) {
        active &= nowNanos - arrivedNanos < withinNanos;
        return active;
    }

    ReceivedMessages multicasts() {
        return multicasts;
    }

    ReceivedMessages lettersFrom() {
        return lettersFrom;
    }

    SentMessages letters() {
        return letters;
    }

    long acknowledged() {
        return acknowledged;
    }

    long lettersAcknowledged() {
        return lettersAcknowledged;
    }

    /** It has everything below these numbers; returns the bytes of letters no longer kept. */
    long acknowledge(long multicast, long letter, long nowNanos) {
        if (multicast > acknowledged || letter > lettersAcknowledged) {
            progressNanos = nowNanos;
        }
        acknowledged = Math.max(acknowledged, multicast);
        lettersAcknowledged = Math.max(lettersAcknowledged, letter);
        return letters.release(lettersAcknowledged);
    }

    /** Something is sent to it after a time in which nothing was. */
    void waits(long nowNanos) {
        progressNanos = nowNanos;
    }

    /** Whether it lacks something and has announced no progress for so long. */
    boolean isSilent(long nextMulticast, long nowNanos, long silenceNanos) {
        return (acknowledged < nextMulticast || !letters.isEmpty()) && nowNanos - progressNanos >= silenceNanos;
    }

    boolean mayProbe(long nowNanos, long intervalNanos) {
        if (probedNanos != Long.MIN_VALUE && nowNanos - probedNanos < intervalNanos) {
            return false;
        }
        probedNanos = nowNanos;
        return true;
    }

    /** It has answered a probe, with the sum of all that reached it; returns whether that was the same the last time. */
    boolean answersWithoutProgress(long reached) {
        boolean same = reached == answered;
        answered = reached;
        return same;
    }

    /** From this number on, a multicast that reaches it as a datagram ends the detour. */
    void detour(long nextMulticast) {
        detoured = true;
        detouredFrom = nextMulticast;
    }

    /** The multicasts that reached it as datagrams were all before this number. */
    void reachedUpTo(long number) {
        detoured &= number <= detouredFrom;
    }

    /** This multicast came from it as a datagram. */
    void heard(long number) {
        heardUpTo = Math.max(heardUpTo, number + 1);
        answeredByDetour = false;
    }

    /** Number after the last multicast of it that came as a datagram. */
    long heardUpTo() {
        return heardUpTo;
    }

    /** Whether it gets its messages over the reliable path. */
    boolean isDetoured() {
        return detoured;
    }

    void answerByDetour() {
        answeredByDetour = true;
    }

    /** Whether it sends its messages over the reliable path, since it does not receive announcements otherwise. */
    boolean isAnsweredByDetour() {
        return answeredByDetour;
    }
}
