package org.xpand.protocols.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.protocols.control.Sites.MILLI;
import static org.xpand.protocols.control.Sites.group;
import static org.xpand.protocols.control.Sites.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.SiteInfo;

/** When a site reports that another one, or it itself, is refused. */
class RefusalsTest implements ControlOutput {
    private static final SiteInfo HERE = site(1, group("board", "tfrc"));
    private static final Conflict OTHERS = conflict(2);

    private final Refusals refusals = new Refusals();
    private final List<Conflict> reported = new ArrayList<>();

    private static Conflict conflict(long refused) {
        return new Conflict(new SiteId(refused), Optional.of(new GroupName("board")), "strategy of group 'board'");
    }

    @Override
    public void multicast(ControlMessage message) {
        // None is sent.
    }

    @Override
    public void directory(Directory directory) {
        // It is not changed.
    }

    @Override
    public void conflict(Conflict conflict) {
        reported.add(conflict);
    }

    private void at(long millis, SiteInfo own, Conflict... conflicts) {
        refusals.update(Set.of(conflicts), own, this, millis * MILLI);
    }

    @Test
    void whoWinsIsToldAlsoIfTheOtherHasCountedTheTimeFromALittleEarlierOn() {
        at(0, HERE, OTHERS);
        at(400, HERE, OTHERS);
        assertThat(reported).isEmpty();
        at(480, HERE);
        assertThat(reported).containsExactly(OTHERS);
        at(1000, HERE);
        assertThat(reported).hasSize(1);
    }

    @Test
    void whatEndsSoonOrHereIsNotReported() {
        at(0, HERE, OTHERS);
        at(200, HERE);
        at(1000, HERE, OTHERS);
        at(1400, site(1));
        at(2000, HERE, conflict(1));
        at(2400, HERE);
        assertThat(reported).isEmpty();
    }

    @Test
    void whatLastsIsReportedOnce() {
        at(0, HERE, OTHERS);
        at(500, HERE, OTHERS);
        at(600, HERE, OTHERS);
        at(700, HERE);
        assertThat(reported).containsExactly(OTHERS);
    }
}
