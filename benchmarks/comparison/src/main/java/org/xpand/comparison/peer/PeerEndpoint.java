package org.xpand.comparison.peer;

/** One process's end of a system that is compared. {@link #send} and {@link #flush} are called by one thread. */
public interface PeerEndpoint extends AutoCloseable {
    /** Takes what this end is handed, in one thread at a time. */
    @FunctionalInterface
    interface Inbox {
        /** A message of so many bytes; the array holds at least its stamp from the offset on, for as long as the call lasts. */
        void take(byte[] bytes, int offset, int length);
    }

    /** Whether everybody is there. */
    boolean connected();

    /** Sends a message, and waits as long as there is no room for it. The array is the caller's again. */
    void send(byte[] message) throws InterruptedException;

    /** Nothing more comes for a while: what waits for company leaves. */
    default void flush() throws InterruptedException {
    }

    /** What there is to say about how it is, in a few words; empty if nothing. */
    default String state() {
        return "";
    }

    /** What bounds this end as a sender. */
    default SenderLimits limits() {
        return SenderLimits.UNKNOWN;
    }

    /** How often the members have changed since this one joined, as far as it was told. */
    default int views() {
        return 0;
    }

    /** How often it was told that members which were apart have met. */
    default int merges() {
        return 0;
    }

    @Override
    void close();
}
