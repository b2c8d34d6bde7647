package org.xpand.core.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.MeterNotFoundException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.xpand.core.XpandNode;
import org.xpand.core.metrics.Figure;
import org.xpand.core.metrics.Figures;
import org.xpand.core.metrics.Sample;
import org.xpand.membership.api.LanTransport;

/** The meters of a node in a registry. */
class XpandMetricsTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final List<Sample> samples = new ArrayList<>();
    private final Figure counter = figure(Figure.Kind.COUNTER);
    private final Figure gauge = figure(Figure.Kind.GAUGE);

    private static Figure figure(Figure.Kind kind) {
        return Figures.all().stream().filter(each -> each.kind() == kind && !each.unit().metric().isEmpty()).findFirst().orElseThrow();
    }

    private static Sample sample(Figure figure, String group, double value) {
        return new Sample(figure.metric(), Optional.of(figure), Map.of("group", group), value);
    }

    @Test
    void metersComeChangeAndGoWithWhatTheyShow() {
        XpandMetrics metrics = new XpandMetrics(() -> List.copyOf(samples), LONG);
        samples.add(sample(counter, "g", 5));
        samples.add(sample(gauge, "g", 7));
        metrics.bindTo(registry);
        assertThat(registry.get(counter.metric()).tag("group", "g").functionCounter().count()).isEqualTo(5);
        Meter.Id id = registry.get(gauge.metric()).tag("group", "g").gauge().getId();
        assertThat(id.getBaseUnit()).isEqualTo(gauge.unit().metric());
        assertThat(id.getDescription()).isEqualTo(gauge.help());

        samples.set(0, sample(counter, "g", 6));
        samples.set(1, sample(gauge, "h", 8));
        metrics.refresh();
        assertThat(registry.get(counter.metric()).functionCounter().count()).isEqualTo(6);
        assertThat(registry.find(gauge.metric()).tag("group", "g").gauge()).isNull();
        assertThat(registry.get(gauge.metric()).tag("group", "h").gauge().value()).isEqualTo(8);

        metrics.close();
        assertThat(registry.getMeters()).isEmpty();
        assertThatThrownBy(() -> metrics.bindTo(registry)).hasMessageContaining("closed");
    }

    @Test
    void aNodeThatDoesNotAnswerKeepsWhatItHad() {
        boolean[] silent = new boolean[1];
        try (XpandMetrics metrics = new XpandMetrics(() -> {
            if (silent[0]) {
                throw new IllegalStateException("no answer");
            }
            return List.of(sample(gauge, "g", 7));
        }, LONG)) {
            metrics.bindTo(registry);
            silent[0] = true;
            metrics.refresh();
            assertThat(registry.get(gauge.metric()).gauge().value()).isEqualTo(7);
        }
    }

    @Test
    void tooShortAnIntervalIsRefused() {
        assertThatThrownBy(() -> new XpandMetrics(List::of, Duration.ofMillis(1))).hasMessageContaining("accepted are PT0.1S");
    }

    @Test
    void anIntervalForEverIsOneOfAHundredYears() {
        try (XpandMetrics metrics = new XpandMetrics(() -> List.of(sample(gauge, "g", 7)), Duration.ofSeconds(Long.MAX_VALUE))) {
            metrics.bindTo(registry);
            assertThat(registry.get(gauge.metric()).gauge().value()).isEqualTo(7);
        }
    }

    @Test
    void aNodesOwnFiguresAreReadAgainAndAgain() throws Exception {
        try (XpandNode node = XpandNode.builder().site("metered").lan(new LanTransport.Local()).start();
                XpandMetrics metrics = new XpandMetrics(node, Duration.ofMillis(100))) {
            metrics.bindTo(registry);
            assertThat(registry.get("xpand_node_lan_malformed").tag("site", "metered").functionCounter().count()).isZero();
            node.join("g", message -> { }).send(new byte[10]);
            await().atMost(Duration.ofSeconds(20)).ignoreException(MeterNotFoundException.class)
                    .untilAsserted(() -> assertThat(registry.get("xpand_member_sent_messages")
                            .tags("site", "metered", "name", node.name(), "group", "g").functionCounter().count()).isEqualTo(1));
        }
    }
}
