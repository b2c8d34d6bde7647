package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.alm.overlay.ThreeInARow.FIRST;
import static org.xpand.alm.overlay.ThreeInARow.MS;
import static org.xpand.alm.overlay.ThreeInARow.SECOND;
import static org.xpand.alm.overlay.ThreeInARow.THIRD;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.alm.overlay.ThreeInARow.Datagram;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.stack.PacketKind;

/** On a path that carries nothing, in one direction or both, only probes are sent, and the other sites are not affected. */
class SilentSitesTest {
    private static final int DETECTION_MS = 2_000;
    private static final int CUT_MS = 15_000;

    private Predicate<Datagram> lost = datagram -> false;
    private long ownNumber;
    private final List<String> announced = new ArrayList<>();

    private ThreeInARow sites(String strategy) {
        return new ThreeInARow(strategy, OverlayConfig.defaults(), datagram -> lost.test(datagram) ? -1 : datagram.ecn());
    }

    /** Sends a hundred messages per second for so long, from the first site and from its forwarder. */
    private void send(ThreeInARow sites, int millis) {
        for (int i = 0; i < millis / 10; i++) {
            sites.offer(1, 1000);
            sites.offerFromSecond(ownNumber++);
            sites.run(10 * MS);
            sites.overlays.get(SECOND).silences(this::announce, sites.now);
        }
    }

    private void announce(SiteId site, Optional<String> cause) {
        announced.add(site.value() + cause.map(why -> " is silent: it " + why).orElse(" is heard"));
    }

    private static boolean isProbe(Datagram datagram) {
        return datagram.bytes()[2] == PacketKind.PROBE.code() || datagram.bytes()[2] == PacketKind.PROBE_ECHO.code();
    }

    private void cutOffAndMend(ThreeInARow sites, Predicate<Datagram> cut) {
        send(sites, 2_000);
        lost = cut;
        send(sites, DETECTION_MS);
        sites.sent.clear();
        send(sites, CUT_MS - DETECTION_MS);
        List<Datagram> there = sites.sent.stream().filter(each -> each.to().equals(THIRD)).toList();
        long others = there.stream().filter(each -> !isProbe(each)).count();
        assertThat(others).as("packets that are no probes").isZero();
        assertThat(there.size()).as("probes of two sites, and answers").isBetween(CUT_MS / 1000, 6 * CUT_MS / 1000);
        assertThat(sites.delivered(SECOND)).isBetween(1_690L, 1_700L);
        lost = datagram -> false;
        send(sites, 3_000);
        assertThat(sites.delivered(SECOND)).as("nor is it held up at the mend").isBetween(1_990L, 2_000L);
        assertThat(sites.delivered(THIRD)).as("what was kept has come").isBetween(1_900L, 2_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc", "mca"})
    void aSiteWithoutUdpIsSentProbesOnly(String strategy) {
        cutOffAndMend(sites(strategy), each -> each.from().equals(THIRD) || each.to().equals(THIRD));
        assertThat(announced).containsExactly("3 is silent: it does not answer", "3 is heard");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc", "mca"})
    void aSiteThatNothingComesToSaysSo(String strategy) {
        cutOffAndMend(sites(strategy), each -> each.to().equals(THIRD));
        assertThat(announced).containsExactly("3 is silent: it reports that it receives nothing, although its packets "
                + "arrive here", "3 is heard");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc", "mca"})
    void aSiteThatNothingComesFromIsSentProbesOnly(String strategy) {
        cutOffAndMend(sites(strategy), each -> each.from().equals(THIRD));
        assertThat(announced).containsExactly("3 is silent: it does not answer", "3 is heard");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc", "mca"})
    void nothingButProbesIsSentHalfASecondAfterTheCut(String strategy) {
        ThreeInARow sites = sites(strategy);
        send(sites, 2_000);
        lost = each -> each.from().equals(THIRD) || each.to().equals(THIRD);
        send(sites, 450);
        sites.sent.clear();
        send(sites, 500);
        assertThat(sites.sent).filteredOn(each -> each.to().equals(THIRD) && !isProbe(each)).isEmpty();
        assertThat(sites.delivered(SECOND)).isBetween(290L, 295L);
    }

    @Test
    void thePathToASilentSiteHasNoCost() {
        ThreeInARow sites = sites("tfrc");
        send(sites, 1_000);
        assertThat(sites.overlays.get(SECOND).rttNanos()).containsOnlyKeys(FIRST, THIRD);
        lost = each -> each.to().equals(THIRD) && each.from().equals(SECOND);
        send(sites, DETECTION_MS);
        assertThat(sites.overlays.get(SECOND).rttNanos()).containsOnlyKeys(FIRST);
        assertThat(sites.overlays.get(THIRD).rttNanos()).containsOnlyKeys(FIRST);
    }
}
