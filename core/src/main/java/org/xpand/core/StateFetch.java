package org.xpand.core;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.state.StateJoin;

/** The transfer of one member's state to a member that is already in the group. On the loop, except the consumer's thread. */
final class StateFetch {
    private final String group;
    private final SenderId from;
    private final StateConsumer consumer;
    private final StateSettings settings;
    private final StateTransfer.Carrier carrier;
    private final CompletableFuture<Void> done;
    private StateReceiving receiving;

    StateFetch(String group, SenderId from, StateConsumer consumer, StateSettings settings, StateTransfer.Carrier carrier) {
        this.group = group;
        this.from = from;
        this.consumer = consumer;
        this.settings = settings;
        this.carrier = carrier;
        this.done = carrier.newFuture();
    }

    CompletableFuture<Void> done() {
        return done;
    }

    void begin(long now) {
        receiving = new StateReceiving(settings, carrier, 1, 0, StateNeeds.none(), this::read, now);
        receiving.join().view(true, List.of(from), now);
        receiving.join().run(now);
    }

    private void read(StateInput in) {
        carrier.onThread("xpand-fetch-" + group, () -> {
            try {
                consumer.read(in);
                carrier.onLoop(now -> {
                    if (receiving.loaded(in)) {
                        carrier.aside(() -> done.complete(null));
                    }
                });
            } catch (IOException | UncheckedIOException e) {
                if (!in.isBroken()) {
                    fail("the state was not taken: " + Texts.reason(e));
                    carrier.onLoop(now -> receiving.join().broken(now));
                }
            } catch (RuntimeException | Error e) {
                fail("the state was not taken: " + e);
                carrier.onLoop(now -> receiving.join().broken(now));
            }
        });
    }

    void message(int kind, SenderId sender, long id, byte[] payload, long now) {
        receiving.message(kind, sender, id, payload, now);
    }

    /** Sets the present members. A whole site that is absent may be changing its delegate. */
    void present(Set<SenderId> members) {
        if (!members.contains(from) && members.stream().anyMatch(each -> each.site().equals(from.site()))) {
            fail("it has left");
        }
    }

    /** This member has another identity. */
    void renamed(SenderId self, long now) {
        receiving.join().renamed(self, now);
        receiving.join().view(true, List.of(from), now);
    }

    /** Checks the progress; returns whether the transfer is over. */
    boolean isOver(long now) {
        StateJoin join = receiving.join();
        if (done.isDone()) {
            // Perhaps the application has cancelled it: neither its consumer nor the provider must wait for more.
            join.breakOff(now);
            return true;
        }
        join.run(now);
        switch (join.phase()) {
            case FAILED -> fail(why(join));
            case ALONE -> fail("it has no state itself");
            default -> {
                // It continues.
            }
        }
        return join.phase() == StateJoin.Phase.LOADED || join.phase() == StateJoin.Phase.FAILED
                || join.phase() == StateJoin.Phase.ALONE;
    }

    /** Only one member was asked: the reason is about it, not about all members. */
    private static String why(StateJoin join) {
        if (join.noneProvides()) {
            return "it provides none";
        }
        return join.lastFault().isEmpty() ? join.failure() : "it " + join.lastFault();
    }

    /** Any thread. */
    void fail(String why) {
        StateReceiving open = receiving;
        if (open != null) {
            open.breakOff();
        }
        carrier.aside(() -> done.completeExceptionally(new StateTransferException(group, "state of member " + from + ": " + why)));
    }
}
