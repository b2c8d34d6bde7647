package org.xpand.testbed.bed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LinkTest {
    @Test
    void settingsAreReportedInTheEmulatorsUnits() {
        assertThat(Link.perfect().rate(0.5).delayMillis(20).queueMillis(50).loss(0.01).text())
                .isEqualTo(" delay=20000000 loss=0.010000000 queueTime=50000000 rate=500000");
    }

    @Test
    void aSettingThatChangesLeavesTheFirstLinkAsItWas() {
        Link link = Link.perfect().loss(1);
        assertThat(link.loss(0).text()).isEqualTo(" loss=0");
        assertThat(link.text()).isEqualTo(" loss=1");
    }

    @Test
    void aDumbbellsSidesMeetOnItsLinks() {
        Topology dumbbell = Topology.dumbbell(1, 2, Link.perfect().rate(1), Link.perfect());
        assertThat(dumbbell.sites()).containsExactly("s1", "r1", "r2");
        assertThat(dumbbell.commands()).contains("link forward rate=1000000", "route s1 r2 forward", "route r2 s1 back",
                "route r1 r2 right").doesNotContain("route s1 s1 left");
    }
}
