package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SiteId;

class SiteNamesTest {
    private final Map<SiteId, String> there = new HashMap<>();
    private final SiteNames names = new SiteNames(site -> Optional.ofNullable(there.get(site)));

    @Test
    void aSiteThatHasGoneKeepsItsName() {
        SiteId site = new SiteId(0x1b2e);
        assertThat(names.of(site)).isEqualTo(site.toString());
        there.put(site, "boston");
        assertThat(names.of(site)).isEqualTo("boston");
        there.put(site, "boston (part)");
        assertThat(names.of(site)).isEqualTo("boston (part)");
        there.clear();
        assertThat(names.of(site)).isEqualTo("boston (part)");
    }

    @Test
    void ofManyTheFirstAreForgotten() {
        for (int i = 1; i <= SiteNames.MOST + 1; i++) {
            there.put(new SiteId(i), "s" + i);
            names.of(new SiteId(i));
        }
        there.clear();
        assertThat(names.of(new SiteId(1))).isEqualTo(new SiteId(1).toString());
        assertThat(names.of(new SiteId(2))).isEqualTo("s2");
        assertThat(names.of(new SiteId(SiteNames.MOST + 1))).isEqualTo("s" + (SiteNames.MOST + 1));
    }
}
