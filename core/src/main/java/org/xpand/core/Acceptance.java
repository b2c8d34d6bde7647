package org.xpand.core;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.xpand.alm.site.Delegate;
import org.xpand.membership.MembershipException;

/**
 * The last step of a start: waits for the processes that are awaited, and asks the other sites whether they accept this one. A
 * process that founded a second site of the same name learns it from them before an application sends messages that no member
 * receives.
 */
final class Acceptance {
    private static final long LOOK_NANOS = 5_000_000L;

    private final NodeConfig config;
    private final NodeEngine engine;

    Acceptance(NodeConfig config, NodeEngine engine) {
        this.config = config;
        this.engine = engine;
    }

    /**
     * Returns when there is nothing more to wait for.
     *
     * @throws MembershipException if awaited processes do not join in time, or the site is refused for longer than a predecessor
     *                             that has left may be remembered
     */
    void await() throws InterruptedException {
        awaitProcesses();
        if (!config.seeds().isEmpty()) {
            awaitSites();
        }
    }

    private void awaitProcesses() throws InterruptedException {
        JoinOptions.Company company = config.company();
        long deadline = engine.nanoTime() + company.within().toNanos();
        while (!company.isThere(engine.processes(), 1)) {
            if (engine.nanoTime() - deadline >= 0) {
                throw new MembershipException("site '" + config.site() + "': " + engine.processes() + " processes after "
                        + company.within().toMillis() + " ms; wanted are at least " + company.members());
            }
            pause();
        }
    }

    private static void pause() throws InterruptedException {
        LockSupport.parkNanos(LOOK_NANOS);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private record Answer(boolean known, Optional<String> refusal) {
        static final Answer NONE_NEEDED = new Answer(true, Optional.empty());
        static final Answer NONE_YET = new Answer(false, Optional.empty());
    }

    private void awaitSites() throws InterruptedException {
        long began = engine.nanoTime();
        Duration longest = config.patience().multipliedBy(2);
        if (longest.compareTo(config.founding().time()) < 0) {
            longest = config.founding().time();
        }
        while (true) {
            Answer answer = engine.ask(now -> answer()).orElse(Answer.NONE_NEEDED);
            long waited = engine.nanoTime() - began;
            if (answer.refusal.isPresent() && waited >= longest.toNanos()) {
                throw new MembershipException("site '" + config.site() + "' is refused by the others: " + answer.refusal.get()
                        + ", or a LAN with one of that site's processes");
            }
            if (answer.refusal.isEmpty() && (answer.known || waited >= config.patience().toNanos())) {
                return;
            }
            pause();
        }
    }

    /** On the loop. */
    private Answer answer() {
        if (!engine.hasSettled()) {
            // On a busy machine an election and the opening of its ports take longer than the patience for them.
            return Answer.NONE_YET;
        }
        Delegate role = engine.role();
        return role == null || !role.hasWan() ? Answer.NONE_NEEDED : new Answer(role.hasReceivedOthers(), role.refusal());
    }
}
