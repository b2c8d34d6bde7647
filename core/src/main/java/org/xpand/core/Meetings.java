package org.xpand.core;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.xpand.protocols.api.SenderId;

/** What a membership knows of members of other islands of a site, and reports about them; repeats its notices to them. On the loop. */
final class Meetings implements Islands.Members {
    private final GroupEndpoint group;
    private final Islands islands;
    private boolean isRepeating;

    /** @param self the member's identity */
    Meetings(GroupEndpoint group, Islands.Send send, SenderId self) {
        this.group = group;
        this.islands = new Islands(send, this, self, group.engine.timeMillis());
    }

    /** This member had that identity until now. */
    void renamed(SenderId before, SenderId now) {
        islands.renamed(before, now, group.engine.timeMillis());
        repeat();
    }

    void view(GroupView view) {
        islands.view(view);
        repeat();
    }

    /** Another member's notice, or its answer to one. */
    void message(int kind, SenderId from, byte[] payload) {
        islands.message(kind, from, payload, group.engine.timeMillis());
        repeat();
    }

    private void repeat() {
        if (!group.isOver() && islands.run(group.engine.timeMillis()) && !isRepeating) {
            isRepeating = true;
            group.engine.later(Duration.ofMillis(Islands.AGAIN_MILLIS), () -> {
                isRepeating = false;
                repeat();
            });
        }
    }

    @Override
    public OptionalLong firstSeen(SenderId member) {
        return group.known().firstSeen(member);
    }

    @Override
    public void merged(SenderId other, long sinceMillis) {
        group.merged(other, sinceMillis);
    }

    @Override
    public void missed(SenderId other, Optional<SenderId> former) {
        group.known().expect(other, former).ifPresent(range -> group.missed(other, range.first(), range.last()));
        former.ifPresent(its -> group.renamedTo(its, other));
    }
}
