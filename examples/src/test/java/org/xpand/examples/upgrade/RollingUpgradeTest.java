package org.xpand.examples.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Two sites of real processes that send to each other are replaced process by process, and nothing is lost; from the version that
 * the system property {@code xpand.upgrade.from} names by its jar, see {@code bin/upgrade}, otherwise from this one.
 */
class RollingUpgradeTest {
    @Test
    void processByProcessWithTrafficNothingIsLost() throws Exception {
        String own = System.getProperty("java.class.path");
        try (RollingUpgrade upgrade = new RollingUpgrade(System.getProperty("xpand.upgrade.from", own), own, 40, text -> { })) {
            assertThat(upgrade.run()).isEmpty();
        }
    }
}
