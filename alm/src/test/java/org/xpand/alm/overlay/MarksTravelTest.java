package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.alm.overlay.ThreeInARow.FIRST;
import static org.xpand.alm.overlay.ThreeInARow.MS;
import static org.xpand.alm.overlay.ThreeInARow.SECOND;
import static org.xpand.alm.overlay.ThreeInARow.THIRD;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.alm.api.CodePoints;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.alm.overlay.ThreeInARow.Datagram;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.strategy.RateReceiverStats;

/** A mark on any link of the tree is a loss event, without a loss, at every site after it. */
class MarksTravelTest {
    private int carried;

    private RateReceiverStats at(ThreeInARow sites, SiteId site) {
        return sites.stacks.get(site).rate().receiverStats(FIRST, sites.now).orElseThrow();
    }

    /** Marks every twentieth data packet of the first link that can be marked. */
    private int markSome(Datagram datagram) {
        boolean marks = datagram.isData() && datagram.from().equals(FIRST) && datagram.ecn() == EcnPath.ECT_0
                && ++carried % 20 == 0;
        return marks ? EcnPath.EXPERIENCED : datagram.ecn();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc"})
    void aMarkOnTheFirstLinkIsALossEventAtBothSites(String strategy) {
        ThreeInARow sites = new ThreeInARow(strategy, OverlayConfig.defaults(), this::markSome);
        assertThat(sites.ecn(FIRST, SECOND)).isEqualTo("capable");
        sites.offer(300, 1000);
        sites.run(3000 * MS);
        assertThat(carried).isGreaterThan(40);
        assertThat(at(sites, SECOND).lossEvents()).isPositive();
        assertThat(at(sites, THIRD).lossEvents()).as("carried on by the forwarder").isPositive();
        assertThat(at(sites, SECOND).lost()).as("though nothing was lost").isZero();
        assertThat(at(sites, THIRD).lost()).isZero();
        assertThat(sites.overlays.get(SECOND).pathStats().get(FIRST).marks()).isEqualTo(carried / 20);
        assertThat(sites.overlays.get(THIRD).pathStats().get(SECOND).marks()).as("the second link marked none").isZero();
        assertThat(sites.stacks.get(FIRST).rate().sourceStats(sites.now).slowStart()).isFalse();
    }

    @Test
    void withMcaToo() {
        ThreeInARow sites = new ThreeInARow("mca", OverlayConfig.defaults(), this::markSome);
        sites.offer(300, 1000);
        sites.run(3000 * MS);
        assertThat(carried).isGreaterThan(20);
        assertThat(at(sites, THIRD).lossEvents()).isPositive();
        assertThat(at(sites, THIRD).lost()).isZero();
    }

    @Test
    void onlyDataSaysThatItCanBeMarked() {
        ThreeInARow sites = new ThreeInARow("tfrc", OverlayConfig.defaults(), Datagram::ecn);
        sites.sent.clear();
        sites.offer(50, 1000);
        sites.run(1000 * MS);
        assertThat(sites.sent).filteredOn(each -> !each.probe())
                .allSatisfy(each -> assertThat(each.ecn()).isEqualTo(each.isData() ? EcnPath.ECT_0 : EcnPath.NOT_ECT));
    }

    @Test
    void whereMarksAreTakenAwayPacketsDoNotSayThatTheyCanBeMarked() {
        ThreeInARow sites = new ThreeInARow("tfrc", OverlayConfig.defaults(), datagram -> EcnPath.NOT_ECT);
        assertThat(sites.ecn(FIRST, SECOND)).isEqualTo("bleached");
        sites.sent.clear();
        sites.offer(50, 1000);
        sites.run(1000 * MS);
        assertThat(sites.sent).filteredOn(Datagram::isData).isNotEmpty().allMatch(each -> each.ecn() == EcnPath.NOT_ECT);
    }

    @Test
    void whereWhatCanBeMarkedIsDroppedPacketsDoNotSayThatTheyCan() {
        ThreeInARow sites = new ThreeInARow("tfrc", OverlayConfig.defaults(),
                datagram -> datagram.ecn() == EcnPath.NOT_ECT ? EcnPath.NOT_ECT : -1);
        assertThat(sites.ecn(FIRST, SECOND)).as("after a second").isIn("testing", "blocked");
        sites.run(30_000 * MS);
        assertThat(sites.ecn(FIRST, SECOND)).isEqualTo("blocked");
    }

    @Test
    void theSettingTurnsItOff() {
        ThreeInARow sites = new ThreeInARow("tfrc", OverlayConfig.defaults().withEcn(false), Datagram::ecn);
        sites.offer(50, 1000);
        sites.run(1000 * MS);
        assertThat(sites.ecn(FIRST, SECOND)).isEqualTo("off");
        assertThat(sites.sent).allMatch(each -> each.ecn() == EcnPath.NOT_ECT);
    }

    @Test
    void aCodePointStandsBesideTheMarkBits() {
        OverlayConfig config = OverlayConfig.defaults().withCodePoints(CodePoints.BEST_EFFORT.withStrategy("tfrc", 8));
        ThreeInARow sites = new ThreeInARow("tfrc", config, Datagram::ecn);
        sites.sent.clear();
        sites.offer(50, 1000);
        sites.run(1000 * MS);
        assertThat(sites.sent).filteredOn(Datagram::isData).extracting(Datagram::from).contains(FIRST, SECOND);
        assertThat(sites.sent).filteredOn(Datagram::isData).allMatch(each -> each.trafficClass() == (8 << 2 | EcnPath.ECT_0));
        assertThat(sites.sent).filteredOn(each -> each.bytes()[2] == PacketKind.REPORT.code()).isNotEmpty()
                .allMatch(each -> each.trafficClass() == 8 << 2);
    }
}
