package org.xpand.protocols.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

/** An identity is the one that was asked for, and made once while nothing takes its place. */
class IdCacheTest {
    private final IdCache ids = new IdCache();

    @Test
    void theSameIdentityIsMadeOnce() {
        assertThat(ids.site(7)).isSameAs(ids.site(7)).isEqualTo(new SiteId(7));
        assertThat(ids.group(7)).isSameAs(ids.group(7)).isEqualTo(new GroupId(7));
        assertThat(ids.sender(7, 8)).isSameAs(ids.sender(7, 8)).isEqualTo(new SenderId(new SiteId(7), 8));
    }

    @Test
    void identitiesThatFallTogetherAreDistinguished() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100_000; i++) {
            // Small ranges, so that identities come back, and far more of them than there is room for.
            long site = random.nextLong(64) << random.nextInt(0, 58);
            long process = random.nextLong(64) << random.nextInt(0, 58);
            assertThat(ids.site(site).value()).isEqualTo(site);
            assertThat(ids.group(site).value()).isEqualTo(site);
            SenderId sender = ids.sender(site, process);
            assertThat(sender.site().value()).isEqualTo(site);
            assertThat(sender.member()).isEqualTo(new MemberId(process));
        }
    }
}
