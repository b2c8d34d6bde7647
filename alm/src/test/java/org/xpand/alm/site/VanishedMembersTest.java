package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupName;

/** The only member of a group in a site vanishes, and a process that is not in the group is the site's delegate. */
class VanishedMembersTest {
    private static final long SECOND = 1_000_000_000L;
    private static final GroupName GROUP = new GroupName("group");
    private static final SiteId AWAY = new SiteId(2);

    private final MemorySites sites = new MemorySites();
    private final MemorySites.Process source = sites.add(1, 10, new Trouble("", null));
    private final MemorySites.Process other = sites.add(2, 20, new Trouble("", null));
    private final MemorySites.Process hangs = sites.add(2, 21, new Trouble("", null));
    private MemorySites.Application sender;
    private MemorySites.Application member;

    @BeforeEach
    void theyAreInTouch() {
        sites.run(2 * SECOND);
        sender = source.join("group", "tfrc");
        member = hangs.join("group", "tfrc");
        sites.run(2 * SECOND);
        sender.offer(1);
        sites.run(SECOND);
        assertThat(member.received.get(sender.self())).containsExactly(1);
        assertThat(other.process().delegate()).isPresent();
    }

    private Set<SiteId> awaited() {
        return source.process().delegate().flatMap(delegate -> delegate.stack(GROUP)).orElseThrow().unreachable();
    }

    @Test
    void itIsAwaitedAndGetsWhatWasSentMeanwhile() {
        sites.exclude(hangs);
        sites.run(SECOND);
        sender.offer(2);
        sites.run(20 * SECOND);
        assertThat(awaited()).containsExactly(AWAY);
        assertThat(sender.sites().sites()).as("not in the view").extracting(GroupSites.Site::name).containsExactly("s1");
        sites.readmit(hangs);
        sites.run(3 * SECOND);
        sender.offer(3);
        sites.run(3 * SECOND);
        assertThat(member.received.get(sender.self())).containsExactly(1, 2, 3);
        assertThat(hangs.events).noneMatch(event -> event.startsWith("gap"));
        assertThat(awaited()).isEmpty();
    }

    @Test
    void itIsNotAwaitedLongerThanTheRetention() {
        sites.kill(hangs);
        sites.run(50 * SECOND);
        sender.offer(2);
        sites.run(5 * SECOND);
        assertThat(sender.membership().member().sender().stable()).isEqualTo(1);
        sites.run(20 * SECOND);
        assertThat(awaited()).isEmpty();
        assertThat(sender.membership().member().sender().stable()).isEqualTo(2);
    }

    @Test
    void whoLeavesInOrderIsNotAwaited() {
        member.leave();
        sites.run(SECOND);
        sites.kill(hangs);
        sender.offer(2);
        sites.run(SECOND);
        assertThat(awaited()).isEmpty();
        assertThat(sender.membership().member().sender().stable()).isEqualTo(2);
    }

    @Test
    void itHoldsTheCharterForAWhile() {
        sites.exclude(hangs);
        sites.run(SECOND);
        MemorySites.Application wrong = other.join("group", "tuf");
        sites.run(2 * SECOND);
        assertThat(wrong.sites().refusal()).hasValueSatisfying(why -> assertThat(why).contains("this site uses it as 'tfrc"));
        wrong.leave();
        sender.leave();
        sites.run(12 * SECOND);
        MemorySites.Application founder = other.join("group", "tuf");
        sites.run(2 * SECOND);
        assertThat(founder.sites().refusal()).as("the group is founded anew").isEmpty();
    }
}
