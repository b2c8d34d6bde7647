package org.xpand.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WanProfileTest {
    private static final long MS = 1_000_000;

    @TempDir
    private Path dir;

    private String file(String json) throws IOException {
        return Files.writeString(dir.resolve("wan.json"), json).toString();
    }

    @Test
    void builtInsWithoutNamedSitesTakeAnyNumber() {
        WanProfile wide = WanProfile.load("default", 4);
        assertThat(wide.sites()).containsExactly("site1", "site2", "site3", "site4");
        assertThat(wide.link("site4", "site1")).isEqualTo(LinkModelSettings.PERFECT.withDelayNanos(20 * MS)
                .withRate(2_500_000).withLoss(0.001).withQueuePackets(100));
        assertThat(WanProfile.load("lossy", 2).link("site1", "site2"))
                .isEqualTo(wide.link("site1", "site2").withLoss(0.02));
        assertThat(WanProfile.load("lan", 2).link("site1", "site2"))
                .isEqualTo(LinkModelSettings.PERFECT.withDelayNanos(100_000));
        assertThat(WanProfile.load("lan").sites()).hasSize(WanProfile.DEFAULT_SITES);
        assertThat(WanProfile.load("lan", 1000).sites()).hasSize(1000).endsWith("site1000");
    }

    @Test
    void everyBuiltInLoadsAndSaysWhatItIs() {
        for (String name : WanProfile.builtIns()) {
            assertThat(WanProfile.load(name).name()).isEqualTo(name);
            assertThat(WanProfile.load(name).description()).isNotBlank();
        }
    }

    @ParameterizedTest
    @CsvSource({
        // the tree's edges, both directions
        "Zikit1, RON0, 85.385, 0.33", "RON0, Zikit1, 85.385, 0.00",
        "RON0, RON33, 25.4175, 0.00", "RON33, RON0, 25.4175, 0.00",
        "RON33, RON45, 12.9875, 0.63", "RON45, RON33, 12.9875, 2.67",
        "RON45, RON2, 29.155, 1.96", "RON2, RON45, 29.155, 0.71",
        "RON45, RON35, 29.86, 1.50", "RON35, RON45, 29.86, 4.85",
        // other pairs
        "Zikit1, RON35, 144.28, 4.80", "RON35, Zikit1, 144.28, 7.63", "RON2, RON35, 43.4325, 3.34"})
    void ronHasTheDelaysOfTable1AndTheLossesOfTable2(String from, String to, double delayMs, double lossPercent) {
        LinkModelSettings link = WanProfile.load("ron").link(from, to);
        assertThat(link.delayNanos()).isEqualTo(Math.round(delayMs * MS));
        assertThat(link.lossProbability()).isCloseTo(lossPercent / 100, within(1e-12));
        assertThat(link.bytesPerSecond()).isEqualTo(1_250_000);
        assertThat(link.queuePackets()).isEqualTo(100);
    }

    @Test
    void ronGivesAllItsLinksADelayOfTheirOwn() {
        WanProfile ron = WanProfile.load("ron");
        for (String from : ron.sites()) {
            for (String to : ron.sites()) {
                if (!from.equals(to)) {
                    assertThat(ron.link(from, to).delayNanos()).isBetween(12 * MS, 150 * MS)
                            .isEqualTo(ron.link(to, from).delayNanos());
                }
            }
        }
    }

    @Test
    void ronWithFewerSitesTakesTheFirstOnesOfItsTree() {
        assertThat(WanProfile.load("ron").sites()).containsExactly("Zikit1", "RON0", "RON33", "RON45", "RON2", "RON35");
        WanProfile three = WanProfile.load("ron", 3);
        assertThat(three.sites()).containsExactly("Zikit1", "RON0", "RON33");
        assertThat(three.link("RON0", "RON33")).isEqualTo(WanProfile.load("ron").link("RON0", "RON33"));
        assertThatIllegalArgumentException().isThrownBy(() -> three.link("RON0", "RON45"))
                .withMessage("site 'RON45' is not in WAN profile ron: accepted are Zikit1, RON0, RON33");
        assertThatIllegalArgumentException().isThrownBy(() -> WanProfile.load("ron", 7)).withMessage(
                "number of sites is 7: WAN profile ron has 6 (Zikit1, RON0, RON33, RON45, RON2, RON35)");
    }

    @Test
    void linksOverrideTheDefaultInOneDirectionOrBoth() throws IOException {
        WanProfile profile = WanProfile.load(file("""
                {"sites": ["a", "b", "c"],
                 "default": {"delayMs": 20, "rateMbps": 20, "lossPercent": 0.1, "queuePackets": 100},
                 "links": [{"from": "a", "to": "b", "both": true, "delayMs": 2.5, "jitterMs": 1, "queueBytes": 5000},
                           {"from": "c", "to": "a", "lossPercent": 2, "rateMbps": "unlimited",
                            "queuePackets": "unlimited", "reorderPercent": 1, "reorderMs": 4, "duplicatePercent": 3}]}
                """), 3);
        LinkModelSettings base = LinkModelSettings.PERFECT.withDelayNanos(20 * MS).withRate(2_500_000).withLoss(0.001)
                .withQueuePackets(100);
        LinkModelSettings near = base.withDelayNanos(2_500_000).withJitterNanos(MS).withQueueBytes(5000);
        assertThat(profile.link("a", "b")).isEqualTo(near).isEqualTo(profile.link("b", "a"));
        assertThat(profile.link("c", "a")).isEqualTo(LinkModelSettings.PERFECT.withDelayNanos(20 * MS).withLoss(0.02)
                .withReordering(0.01, 4 * MS).withDuplication(0.03));
        assertThat(List.of(profile.link("a", "c"), profile.link("b", "c"), profile.link("c", "b"))).containsOnly(base);
        assertThat(profile.name()).isEqualTo("wan.json");
    }

    @Test
    void earlyDropsMayBeSpreadAsInNs2() throws IOException {
        String red = "{'sites': ['a', 'b'], 'default': {'red': {'minPackets': 5, 'maxPackets': 15, 'wait': WAIT}}}".replace('\'', '"');
        assertThat(WanProfile.load(file(red.replace("WAIT", "true")), 2).link("a", "b").red())
                .contains(RedSettings.between(5, 15).withWaits());
        assertThat(WanProfile.load(file(red.replace("WAIT", "false")), 2).link("a", "b").red())
                .contains(RedSettings.between(5, 15));
    }

    @Test
    void fileWithoutSitesHasAnyNumberOfThem() throws IOException {
        WanProfile profile = WanProfile.load(file("{}"), 2);
        assertThat(profile.sites()).containsExactly("site1", "site2");
        assertThat(profile.link("site2", "site1")).isEqualTo(LinkModelSettings.PERFECT);
    }

    @ParameterizedTest
    @CsvSource({"wide", "no/such/file.json", "''", "/"})
    void neitherProfileNorFileListsTheBuiltIns(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> WanProfile.load(name, 2)).withMessage(
                "WAN profile '%s' is neither a built-in profile (default, lan, lossy, ron) nor a file", name);
    }

    @ParameterizedTest
    @CsvSource({"0", "-3", "1001"})
    void numberOfSitesOutOfRangeIsRefused(int sites) {
        assertThatIllegalArgumentException().isThrownBy(() -> WanProfile.load("lan", sites))
                .withMessage("number of sites is %d: accepted is 1 to 1000", sites);
    }

    @Test
    void fileThatIsNoTextIsRefused() throws IOException {
        String file = Files.write(dir.resolve("wan.json"), new byte[] {(byte) 0xff, (byte) 0xfe, 0}).toString();
        assertThatIllegalArgumentException().isThrownBy(() -> WanProfile.load(file, 2))
                .withMessageStartingWith("WAN file " + file + " cannot be read");
    }
}
