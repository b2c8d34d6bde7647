package org.xpand.protocols.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.protocols.directory.PartRuleTest.directory;
import static org.xpand.protocols.directory.PartRuleTest.site;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SiteId;

class GroupPartsTest {
    private static final GroupId GROUP = new GroupName("g").id();
    private static final SiteId HERE = new SiteId(1);
    private static final SiteId HOME = new SiteId(7);
    private static final SiteId PART = HOME.part(5);
    private final GroupParts parts = new GroupParts();

    private void update(SiteId self, SiteInfo... sites) {
        parts.update(directory(self, sites), GROUP, Set.of(PART));
    }

    @Test
    void aPartSendsForItsHomeAndEveryOtherSiteForItself() {
        assertThat(parts.home(PART)).isEqualTo(PART);
        update(HERE, site(HERE, HERE, 1, 10), site(HOME, HOME, 2, 70));
        assertThat(parts.divided()).isFalse();
        update(HERE, site(HERE, HERE, 1, 10), site(HOME, HOME, 2, 70), site(PART, HOME, 5, 71));
        assertThat(parts.divided()).isTrue();
        assertThat(parts.home(PART)).isEqualTo(HOME);
        assertThat(parts.home(HOME)).isEqualTo(HOME);
        assertThat(parts.elsewhere()).as("of this site").isEmpty();
        assertThat(parts.listsBesides(HOME, new MemberId(71))).isTrue();
        assertThat(parts.listsBesides(HOME, new MemberId(70))).isFalse();
        assertThat(parts.listsBesides(HERE, new MemberId(71))).as("another home").isFalse();
    }

    @Test
    void membersOfTheOtherPartsAreElsewhere() {
        update(HOME, site(HERE, HERE, 1, 10), site(HOME, HOME, 2, 70), site(PART, HOME, 5, 71));
        assertThat(parts.elsewhere()).containsExactly(new MemberId(71));
        update(PART, site(HERE, HERE, 1, 10), site(HOME, HOME, 2, 70), site(PART, HOME, 5, 71));
        assertThat(parts.elsewhere()).containsExactly(new MemberId(70));
    }

    @Test
    void aPartThatIsThereNoMoreHasHandedOverWhenAnotherHasItsMembers() {
        update(HERE, site(HERE, HERE, 1, 10), site(HOME, HOME, 2, 70), site(PART, HOME, 5, 71, 72));
        update(HERE, site(HERE, HERE, 1, 10), site(HOME, HOME, 2, 70));
        assertThat(parts.handedOver(PART)).as("it may only be cut off").isFalse();
        update(HERE, site(HERE, HERE, 1, 10), site(HOME, HOME, 2, 70, 71));
        assertThat(parts.handedOver(PART)).isTrue();
        update(HERE, site(HERE, HERE, 1, 10), site(HOME, HOME, 2, 70));
        assertThat(parts.handedOver(PART)).as("the member died later").isTrue();
        update(HERE, site(HERE, HERE, 1, 10), site(HOME, HOME, 2, 70), site(PART, HOME, 5, 71, 72));
        assertThat(parts.handedOver(PART)).as("it is back").isFalse();
    }

    @Test
    void aSiteWhoseNameAnotherHasIsThereNoMore() {
        SiteInfo before = site(PART, PART, 5, 71);
        SiteInfo later = site(new SiteId(8), new SiteId(8), 6, 72);
        SiteInfo sameName = new SiteInfo(later.id(), later.home(), before.name(), 6, later.endpoint(), later.groups(), later.rttNanos(),
                SnapshotId.NONE);
        update(HERE, site(HERE, HERE, 1, 10), before);
        update(HERE, site(HERE, HERE, 1, 10), later);
        assertThat(parts.handedOver(PART)).as("it may only be cut off").isFalse();
        update(HERE, site(HERE, HERE, 1, 10), sameName);
        assertThat(parts.handedOver(PART)).isTrue();
        update(HERE, site(HERE, HERE, 1, 10), before);
        assertThat(parts.handedOver(PART)).isFalse();
    }
}
