package org.xpand.membership.control;

/**
 * Counters of a {@link ControlChannel} since its start.
 *
 * @param delegates      delegates in the control view now
 * @param sent           messages sent
 * @param received       messages received and understood
 * @param malformed      malformed messages, dropped
 * @param overflowed     messages dropped because more than {@link ControlChannel#MAX_PENDING} waited; the senders repeat
 * @param listenerErrors exceptions thrown by the listener
 */
public record ControlChannelStats(int delegates, long sent, long received, long malformed, long overflowed,
                                  long listenerErrors) {
}
