package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SlowMemberPolicy;

/** What becomes of a member that takes nothing, under each policy. */
class SlowMembersTest {
    private static final int WINDOW = 64;
    private static final int SENT = 500;

    private RelaySites sites;
    private RelaySites.Place site;
    private RelaySites.Member delegate;
    private RelaySites.Member quick;
    private RelaySites.Member slow;

    /** One member takes nothing from now on, and the delegate sends more than two windows. */
    private void begin(SlowMemberPolicy policy) {
        sites = new RelaySites(RelayConfig.defaults().withWindows(WINDOW, 32 << 10, 1 << 20).withSlowMembers(policy, 1000 * RelaySites.MS));
        site = sites.place(1, 1);
        delegate = site.join(new MemberId(1));
        quick = site.join(new MemberId(2));
        slow = site.join(new MemberId(3));
        sites.begin(delegate);
        slow.takes(false);
        send();
    }

    private void send() {
        for (int i = 0; i < SENT; i++) {
            if (delegate.member.sender().open()) {
                delegate.send(1);
            }
            sites.run(5);
        }
    }

    @Test
    void theGroupWaitsAndSaysSoOnce() {
        begin(SlowMemberPolicy.WAIT);
        int held = quick.receivedOf(delegate).size();
        assertThat(held).isBetween(WINDOW / 2, 3 * WINDOW);
        assertThat(site.events).singleElement().asString().contains("member m3", "slowMemberTimeout", "the group waits");
        slow.takes(true);
        send();
        assertThat(quick.receivedOf(delegate)).hasSizeGreaterThan(held + SENT - 10).isEqualTo(slow.receivedOf(delegate));
        assertThat(slow.received).as("no gap").noneMatch(each -> each.startsWith("gap"));
    }

    @Test
    void theGroupGoesOnWithoutAMemberUntilItTakesAgain() {
        begin(SlowMemberPolicy.GAP);
        assertThat(quick.receivedOf(delegate)).hasSizeGreaterThan(SENT / 2);
        assertThat(site.events).singleElement().asString().contains("the group goes on without it");
        slow.takes(true);
        sites.run(1000);
        assertThat(site.events).hasSize(2).last().asString().isEqualTo("member m3 takes messages again");
        int before = slow.receivedOf(delegate).size();
        send();
        assertThat(slow.receivedOf(delegate)).as("it is waited for again").hasSizeGreaterThan(before + SENT - 10).endsWith(
                quick.receivedOf(delegate).get(quick.receivedOf(delegate).size() - 1));
        assertThat(slow.received.stream().filter(each -> each.startsWith("gap"))).as("what it missed is told once").hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void aMemberIsExpelledAndNotifiedWhy() {
        begin(SlowMemberPolicy.EXPEL);
        assertThat(quick.receivedOf(delegate)).hasSizeGreaterThan(SENT / 2);
        assertThat(site.events).singleElement().asString().contains("it is put out of the group");
        assertThat(slow.received).contains("expelled");
        assertThat(quick.received).doesNotContain("expelled");
    }
}
