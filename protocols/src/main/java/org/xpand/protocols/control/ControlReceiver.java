package org.xpand.protocols.control;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import org.xpand.protocols.wire.MalformedPacketException;

/**
 * Decodes and checks what arrives on the control connections for a {@link ControlState}, and hides the delegates
 * that use another version. Sans-IO, not thread-safe.
 */
public final class ControlReceiver {
    /** Most refusals by others that are reported. */
    private static final int MAX_REFUSALS = 64;

    private final ControlState state;
    private final Consumer<String> onForeigner;
    private final ForeignDelegates foreign = new ForeignDelegates();
    private List<Long> inView = List.of();
    private final Set<String> refusals = new HashSet<>();

    /**
     * @param state       gets the messages and views
     * @param onForeigner receives one line for each delegate that uses another version, or refuses this one, once
     */
    public ControlReceiver(ControlState state, Consumer<String> onForeigner) {
        this.state = state;
        this.onForeigner = onForeigner;
    }

    /**
     * The connected delegates are these now, the coordinator first.
     *
     * @param incarnations the incarnations of all connected delegates, the coordinator first
     * @param nowNanos     the time, nanoseconds of the process's monotonic clock
     */
    public void view(List<Long> incarnations, long nowNanos) {
        inView = List.copyOf(incarnations);
        state.onView(foreign.without(inView), nowNanos);
    }

    /**
     * A delegate sent a message; a malformed one is dropped.
     *
     * @param from     its incarnation
     * @param name     its name for people
     * @param bytes    the message as received
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void message(long from, String name, byte[] bytes, long nowNanos) {
        OptionalInt version = ControlCodec.foreignVersion(bytes);
        if (version.isPresent()) {
            foreign.onVersion(from, name, version.getAsInt()).ifPresent(text -> {
                state.onView(foreign.without(inView), nowNanos);
                onForeigner.accept(text);
            });
            return;
        }
        ControlMessage message;
        try {
            message = ControlCodec.decode(bytes, 0, bytes.length);
        } catch (MalformedPacketException | IllegalArgumentException e) {
            return;
        }
        if (message instanceof ControlMessage.Announcement announcement) {
            state.onAnnouncement(from, announcement, nowNanos);
        } else if (message instanceof ControlMessage.Publication publication) {
            state.onSnapshot(from, publication.snapshot(), nowNanos);
        } else if (message instanceof ControlMessage.Predecessor predecessor) {
            state.onPredecessor(from, predecessor, nowNanos);
        } else if (message instanceof ControlMessage.Wanted wanted) {
            state.onWanted(wanted, nowNanos);
        } else if (message instanceof ControlMessage.Refusal refusal && state.is(refusal.incarnation())) {
            String by = state.siteName(from).map(site -> "site '" + site + "'").orElse("delegate '" + name + "'");
            String text = by + " does not believe this delegate: " + refusal.why();
            if (refusals.size() < MAX_REFUSALS && refusals.add(text)) {
                onForeigner.accept(text);
            }
        }
    }
}
