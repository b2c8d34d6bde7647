package org.xpand.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.xpand.comparison.Sample.Latency;
import org.xpand.comparison.peer.Peer;

/** When there is a ratio and what it is. */
class ResultsTest {
    private static final int SIZE = 1000;

    private static final Load LOAD = new Load(10, false);

    private final Results results = new Results(0.3, List.of(LOAD));

    private static Sample sample(Peer peer, double goodput, long lost, long disordered, Histogram latencies) {
        return new Sample(peer, SIZE, goodput, 1, 1, 1, 1, 1, lost, disordered, Map.of(LOAD, new Latency(1, latencies)));
    }

    private void add(Peer peer, double... goodputs) {
        for (double goodput : goodputs) {
            results.add(sample(peer, goodput, 0, 0, new Histogram(3)));
        }
    }

    @Test
    void theRatioIsThatOfTheMedians() {
        add(Peer.XPAND, 90, 100, 110, 120, 1000);
        add(Peer.NETTY, 200, 220, 230, 240, 250);
        assertThat(results.ratio(SIZE, Peer.NETTY, Sample::goodput)).isEqualTo("0.478");
    }

    @Test
    void thereIsNoneIfEitherSideLostAnything() {
        add(Peer.XPAND, 100, 100, 100);
        add(Peer.NETTY, 100, 100);
        results.add(sample(Peer.NETTY, 100, 1, 0, new Histogram(3)));
        assertThat(results.ratio(SIZE, Peer.NETTY, Sample::goodput)).isEqualTo(Results.LOST);
        add(Peer.AERON, 100, 100, 100);
        assertThat(results.ratio(SIZE, Peer.AERON, Sample::goodput)).isEqualTo("1.00");
        results.add(sample(Peer.XPAND, 100, 0, 1, new Histogram(3)));
        assertThat(results.ratio(SIZE, Peer.AERON, Sample::goodput)).isEqualTo(Results.LOST);
    }

    @Test
    void thereIsNoneIfTheMiddleHalfOfTheRunsLiesTooFarApart() {
        add(Peer.XPAND, 100, 100, 100, 100, 100);
        add(Peer.NETTY, 10, 84, 100, 115, 900);
        assertThat(results.ratio(SIZE, Peer.NETTY, Sample::goodput)).isEqualTo(Results.SPREAD);
        add(Peer.AERON, 10, 86, 100, 115, 900);
        assertThat(results.ratio(SIZE, Peer.AERON, Sample::goodput)).isEqualTo("1.00");
    }

    @Test
    void theShareOfTheLimitIsThatOfTheBestCProgramWhichLostNothing() {
        add(Peer.XPAND_DEFAULT, 60, 60);
        add(Peer.C_TCP, 80, 80);
        add(Peer.C_UDP, 120, 120);
        add(Peer.C_MULTICAST, 500);
        results.add(sample(Peer.C_MULTICAST, 500, 1, 0, new Histogram(3)));
        add(Peer.C_SITE, 240);
        add(Peer.XPAND_SITE, 60);
        assertThat(results.ofTheLimit(SIZE, Peer.XPAND_DEFAULT)).isEqualTo("0.500");
        assertThat(results.ofTheLimit(SIZE, Peer.C_TCP)).isEqualTo("0.667");
        assertThat(results.ofTheLimit(SIZE, Peer.C_UDP)).isEqualTo("1.00");
        assertThat(results.ofTheLimit(SIZE, Peer.C_MULTICAST)).isEqualTo(Results.LOST);
        assertThat(results.ofTheLimit(SIZE, Peer.XPAND_SITE)).as("within a site its own limit").isEqualTo("0.250");
    }

    @Test
    void withoutACProgramThereIsNoShareOfTheLimit() {
        add(Peer.XPAND_DEFAULT, 60);
        assertThat(results.ofTheLimit(SIZE, Peer.XPAND_DEFAULT)).isEmpty();
    }

    @Test
    void xpandAsItComesIsTheFirstRowOfEveryTable() {
        add(Peer.NETTY, 10);
        add(Peer.C_UDP, 10);
        add(Peer.XPAND_SITE, 10);
        add(Peer.XPAND, 10);
        add(Peer.XPAND_DEFAULT, 10);
        for (String table : List.of(results.costs(), results.latencies(), results.crossing())) {
            assertThat(table.lines().skip(2).findFirst()).hasValueSatisfying(row -> assertThat(row).contains("| xpand-default "));
        }
    }

    @Test
    void theJsonHasTheFiguresOfTheTables() throws Exception {
        add(Peer.XPAND_DEFAULT, 60e6);
        add(Peer.C_UDP, 120e6);
        add(Peer.NETTY, 40e6);
        results.add(sample(Peer.NETTY, 40e6, 2, 0, new Histogram(3)));
        JsonNode systems = new ObjectMapper().readTree(results.json()).get("systems");
        assertThat(systems).hasSize(3);
        JsonNode xpand = systems.get(0);
        assertThat(xpand.get("system").asText()).isEqualTo("xpand-default");
        assertThat(xpand.get("bytes").asInt()).isEqualTo(SIZE);
        assertThat(xpand.get("mbitPerSecond").asDouble()).isEqualTo(480);
        assertThat(xpand.get("ofTheLimit").asDouble()).isEqualTo(0.5);
        assertThat(xpand.get("xpandGoodputOverIt").isNull()).as("no ratio to itself").isTrue();
        assertThat(xpand.get("latencies").get(0).get("loadPercent").asInt()).isEqualTo(10);
        assertThat(xpand.get("latencies").get(0).get("p50Micros").isNull()).as("too few messages").isTrue();
        assertThat(systems.get(2).get("ofTheLimit").asText()).isEqualTo(Results.LOST);
    }

    @Test
    void aPercentileNeedsAsManyMessagesAsMakeOneOutOfIt() {
        Histogram few = new Histogram(3);
        for (int i = 0; i < 99; i++) {
            few.recordValue(5000);
        }
        results.add(sample(Peer.XPAND, 100, 0, 0, few));
        assertThat(results.latencies().lines().skip(2)).singleElement().asString()
                .matches("\\| 1000 +\\| 10 % +\\| xpand +\\| +0.000 \\| +5.00 \\| +5.00 \\| +\\| +\\|.*");
    }
}
