package org.xpand.protocols.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SiteId;

class PartRuleTest {
    private static final SiteId HOME = new SiteId(7);
    private static final SiteId OTHER = new SiteId(8);
    private static final long PATIENCE = PartRule.PATIENCE_NANOS;

    private final PartRule whole = new PartRule(HOME, false);

    static SiteInfo site(SiteId id, SiteId home, long incarnation, long... members) {
        List<MemberInfo> infos = Arrays.stream(members).mapToObj(each -> new MemberInfo(new MemberId(each), "m" + each)).toList();
        return new SiteInfo(id, home, "s" + home.value(), incarnation, new Endpoint("192.0.2.1", 7800),
                List.of(new GroupInfo(new GroupName("g"), "tfrc", infos)), Collections.emptySortedMap(), SnapshotId.NONE);
    }

    static Directory directory(SiteId self, SiteInfo... sites) {
        TreeMap<SiteId, SiteInfo> byId = new TreeMap<>();
        for (SiteInfo site : sites) {
            byId.put(site.id(), site);
        }
        return new Directory(self, byId, List.of());
    }

    @Test
    void aDelegateWhoseSiteIsSpokenForByAnotherWithOtherMembersBecomesAPart() {
        whole.update(site(HOME, HOME, 1, 10), directory(HOME, site(HOME, HOME, 2, 11, 12)), 5);
        assertThat(whole.isDue(5 + PATIENCE - 1)).isFalse();
        assertThat(whole.isDue(5 + PATIENCE)).isTrue();
        assertThat(whole.deadlineNanos()).isEqualTo(5 + PATIENCE);
    }

    @Test
    void aDelegateThatWasReplacedWhileItWasStoppedIsNoPart() {
        whole.update(site(HOME, HOME, 1, 10, 11), directory(HOME, site(HOME, HOME, 2, 11)), 0);
        assertThat(whole.deadlineNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(whole.isDue(9 * PATIENCE)).isFalse();
    }

    @Test
    void whoSpeaksForTheSiteOrHasNoMembersIsNoPart() {
        whole.update(site(HOME, HOME, 1, 10), directory(HOME, site(HOME, HOME, 1, 11)), 0);
        assertThat(whole.isDue(9 * PATIENCE)).isFalse();
        whole.update(site(HOME, HOME, 1), directory(HOME, site(HOME, HOME, 2, 11)), 0);
        assertThat(whole.isDue(9 * PATIENCE)).isFalse();
    }

    @Test
    void whatIsOverBeforeThePatienceIsNothing() {
        whole.update(site(HOME, HOME, 1, 10), directory(HOME, site(HOME, HOME, 2, 11)), 0);
        whole.update(site(HOME, HOME, 1, 10), directory(HOME, site(HOME, HOME, 1, 10)), PATIENCE - 1);
        assertThat(whole.isDue(PATIENCE)).isFalse();
        whole.update(site(HOME, HOME, 1, 10), directory(HOME, site(HOME, HOME, 2, 11)), PATIENCE);
        assertThat(whole.isDue(2 * PATIENCE - 1)).as("it counts from the beginning again").isFalse();
    }

    @Test
    void aPartIsTheSiteAgainWhenNobodySpeaksForTheSite() {
        SiteId part = HOME.part(1);
        PartRule rule = new PartRule(HOME, true);
        rule.update(site(part, HOME, 1, 10), directory(part, site(part, HOME, 1, 10), site(HOME, HOME, 2, 11)), 0);
        assertThat(rule.isDue(9 * PATIENCE)).isFalse();
        rule.update(site(part, HOME, 1, 10), directory(part, site(part, HOME, 1, 10), site(OTHER, OTHER, 3)), 0);
        assertThat(rule.isDue(PATIENCE)).isTrue();
    }

    @Test
    void everyDelegateOfAPartIsAnotherPlace() {
        assertThat(HOME.part(1)).isNotEqualTo(HOME).isNotEqualTo(HOME.part(2)).isEqualTo(HOME.part(1));
        assertThat(site(HOME.part(1), HOME, 1).label()).matches("s7 \\(part [0-9a-f]{4}\\)");
        assertThat(site(HOME, HOME, 1).label()).isEqualTo("s7");
    }
}
