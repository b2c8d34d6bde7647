package org.xpand.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.PathStats;
import org.xpand.core.GroupStats;
import org.xpand.core.LanStats;
import org.xpand.core.NodeStats;
import org.xpand.core.Overview;
import org.xpand.protocols.api.RateReason;

/** The declarations of figures, the text made from them, and the documents that name them. */
class OpenMetricsTest {
    private static final Path ROOT = Path.of("..");

    private static Overview overview() {
        Overview.GroupState group = new Overview.GroupState("board \"x\"", "tfrc", List.of(), List.of(), false,
                Optional.of(new Overview.Source(10_004, true, Optional.of(RateReason.SLOW_START), Optional.of("boston"), Duration.ofSeconds(7),
                        4000, 77, 3, 1, 2, 4, 5, Optional.of(6L))),
                List.of(new Overview.Receiver("boston", Duration.ofMillis(40), Optional.empty(), 0.25)),
                List.of(new Overview.Arrival("boston", 800, 9, 1, Optional.of(7L))),
                List.of(new Overview.Sender("m1", Double.POSITIVE_INFINITY, 80, List.of())),
                List.of(new Overview.LocalReceiver("m1", 0, 512, Duration.ofMillis(1500), true)));
        return new Overview("jerusalem", "m1", true, Optional.of("m1"), List.of("m1"), List.of(),
                List.of(new Overview.Link("jerusalem", "boston", Duration.ofMillis(20))), List.of(group), List.of());
    }

    private static String text() {
        return OpenMetrics.of(overview(), new NodeStats(true, Optional.empty(), Optional.empty(), Map.of(),
                Map.of("boston", new PathStats("capable", 6, 1470, "complete")),
                Optional.of(new LanStats(31, 2, 40, 3, 1, 0, 900)), 8), List.<GroupStats>of());
    }

    @Test
    void samplesHaveLabelsAndTheUnitsOfTheirNames() {
        String labels = "{site=\"jerusalem\",name=\"m1\"";
        String group = labels + ",group=\"board \\\"x\\\"\"";
        assertThat(text().lines()).contains(
                "xpand_node_delegate" + labels + "} 1",
                "xpand_node_lan_malformed_total" + labels + "} 8",
                "xpand_lan_sent_again_total" + labels + "} 2",
                "xpand_lan_window_bytes" + labels + "} 900",
                "xpand_path_rtt_seconds" + labels + ",from=\"jerusalem\",to=\"boston\"} 0.02",
                "xpand_path_datagram_bytes" + labels + ",to=\"boston\"} 1470",
                "xpand_group_allowed_bytes_per_second" + group + "} 1250.5",
                "xpand_group_sent_bytes_total" + group + "} 77",
                "xpand_group_slow_start" + group + "} 1",
                "xpand_group_stale_samples_total" + group + "} 6",
                "xpand_group_rate_reason" + group + ",reason=\"SLOW_START\"} 1",
                "xpand_source_stale_samples_total" + group + ",from=\"boston\"} 7",
                "xpand_group_limited" + group + ",to=\"boston\"} 1",
                "xpand_receiver_loss_event_ratio" + group + ",to=\"boston\"} 0.25",
                "xpand_sender_demand_bytes_per_second" + group + ",member=\"m1\"} +Inf",
                "xpand_local_receiver_holds_up_seconds" + group + ",member=\"m1\"} 1.5");
        assertThat(text()).as("not known before the first loss").doesNotContain("xpand_receiver_acceptable");
    }

    @Test
    void theTextHasEachFamilyOnceInOnePieceAndItsEnd() {
        List<String> lines = text().lines().toList();
        assertThat(lines.get(lines.size() - 1)).isEqualTo("# EOF");
        List<String> types = lines.stream().filter(line -> line.startsWith("# TYPE")).toList();
        assertThat(types).doesNotHaveDuplicates();
        String family = "";
        for (String line : lines.subList(0, lines.size() - 1)) {
            if (line.startsWith("# TYPE ")) {
                family = line.split(" ")[2];
            } else if (line.startsWith("# ")) {
                assertThat(line.split(" ")[2]).isEqualTo(family);
            } else {
                assertThat(line).matches("[a-z_]+\\{.*} [^ ]+");
                assertThat(line.substring(0, line.indexOf('{'))).isIn(family, family + "_total");
            }
        }
    }

    @Test
    void everyNumberOfARecordIsDeclaredOnce() {
        Map<Class<?>, List<Figure>> byRecord = Figures.all().stream().collect(Collectors.groupingBy(Figure::record));
        byRecord.forEach((record, figures) -> {
            List<String> components = Stream.of(record.getRecordComponents()).map(RecordComponent::getName).toList();
            assertThat(components).containsAll(figures.stream().map(Figure::component).toList());
        });
        assertThat(Figures.all().stream().map(Figure::metric).toList()).doesNotHaveDuplicates();
        for (Figure figure : Figures.all()) {
            assertThat(figure.metric()).matches("xpand(_[a-z]+)+").doesNotEndWith("_total");
            assertThat(figure.metric()).endsWith(figure.unit().metric());
        }
        for (Class<?> record : byRecord.keySet()) {
            if (record == GroupStats.class) {
                // Figures that only delegates know are in the overview.
                continue;
            }
            for (RecordComponent component : record.getRecordComponents()) {
                if (component.getType().isPrimitive() || component.getType() == Duration.class) {
                    assertThat(Figures.of(record.asSubclass(Record.class), component.getName()))
                            .as(record.getSimpleName() + "." + component.getName()).isPresent();
                }
            }
        }
    }

    @Test
    void recordsHaveDurationsAndBitsPerSecondUnderNamesThatSaySo() throws NoSuchMethodException {
        for (Figure figure : Figures.all()) {
            boolean rate = figure.unit() == Figure.Unit.BYTES_PER_SECOND;
            assertThat(figure.component().endsWith("BitPerSecond")).as(figure.component()).isEqualTo(rate);
            assertThat(figure.record().getMethod(figure.component()).getReturnType() == Duration.class).as(figure.component())
                    .isEqualTo(figure.unit() == Figure.Unit.SECONDS);
        }
    }

    @Test
    void theDocumentationListsThemAll() throws IOException {
        String expected = Figures.all().stream().map(figure -> "| `" + figure.sample() + "` | "
                + figure.kind().name().toLowerCase(Locale.ROOT) + " | `" + figure.record().getSimpleName() + "."
                + figure.component() + "`" + (figure.unit().inRecord().isEmpty() ? "" : ", " + figure.unit().inRecord()) + " | "
                + figure.help() + " |\n").collect(Collectors.joining());
        assertThat(Files.readString(ROOT.resolve("docs/metrics.md"))).as("docs/metrics.md lacks rows, these are right:\n"
                + expected).contains(expected).contains("| `" + Samples.LIMITED + "` | gauge | `Source.limitingSite` | 1, with the site TO")
                .contains("| `" + Samples.REASON + "` | gauge | `Source.reason` | 1, with the `reason`");
        for (RateReason reason : RateReason.values()) {
            assertThat(Files.readString(ROOT.resolve("docs/metrics.md"))).contains("| `" + reason + "` | ");
        }
    }

    @Test
    void theDashboardAsksForWhatThereIs() throws IOException {
        String dashboard = Files.readString(ROOT.resolve("packaging/grafana/xpand.json"));
        Map<String, Boolean> known = new HashMap<>();
        Figures.all().forEach(figure -> known.put(figure.sample(), true));
        known.put(Samples.LIMITED, true);
        known.put(Samples.REASON, true);
        Matcher names = Pattern.compile("xpand(_[a-z]+)+").matcher(dashboard);
        TreeMap<String, Boolean> asked = new TreeMap<>();
        while (names.find()) {
            asked.put(names.group(), true);
        }
        assertThat(asked).hasSizeGreaterThan(8);
        assertThat(known.keySet()).containsAll(asked.keySet());
    }
}
