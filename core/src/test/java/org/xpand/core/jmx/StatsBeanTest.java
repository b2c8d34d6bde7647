package org.xpand.core.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.Attribute;
import javax.management.AttributeNotFoundException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;

/** A record as management clients see it. */
class StatsBeanTest {
    private record Leg(String site, double rate) {
    }

    private record Trip(long packets, boolean slow, Optional<String> limit, Optional<Leg> first, List<Leg> legs,
                        List<Long> counts, Map<String, Duration> rtts, Duration held) {
    }

    private Trip trip = new Trip(3, true, Optional.of("b"), Optional.of(new Leg("a", 2.5)),
            List.of(new Leg("a", 1), new Leg("b", 2)), List.of(4L, 5L), Map.of("a", Duration.ofNanos(7)), Duration.ofMillis(1));
    private final StatsBean bean = new StatsBean(Trip.class, () -> trip);

    @Test
    void everyComponentIsAnAttributeUnderItsName() throws Exception {
        assertThat(bean.getMBeanInfo().getAttributes()).extracting(each -> each.getName() + " " + each.getType())
                .startsWith("packets long", "slow boolean", "limit java.lang.Object").contains("held long").hasSize(8);
        assertThat(bean.getAttribute("packets")).isEqualTo(3L);
        assertThat(bean.getAttribute("slow")).isEqualTo(true);
        assertThat(bean.getAttribute("held")).as("nanoseconds").isEqualTo(1_000_000L);
        assertThat(bean.getAttribute("limit")).isEqualTo("b");
        assertThat(bean.getAttribute("counts")).isEqualTo(new String[] {"4", "5"});
    }

    private enum Kind {
        UNREACHABLE
    }

    private record Held(Kind kind, String site, Optional<String> member, Duration since, Optional<Duration> kept) {
    }

    @Test
    void whatIsAskedBesidesIsOpenDataToo() throws Exception {
        List<Held> held = new ArrayList<>();
        StatsBean both = new StatsBean(Trip.class, () -> trip, Map.of("limitedBy", () -> held));
        assertThat(both.getMBeanInfo().getAttributes()).hasSize(9);
        assertThat((Object[]) both.getAttribute("limitedBy")).isEmpty();
        held.add(new Held(Kind.UNREACHABLE, "c", Optional.empty(), Duration.ofSeconds(2), Optional.of(Duration.ofSeconds(58))));
        CompositeData[] limits = (CompositeData[]) both.getAttribute("limitedBy");
        assertThat(limits).singleElement().satisfies(limit -> {
            assertThat(limit.get("kind")).isEqualTo("UNREACHABLE");
            assertThat(limit.get("site")).isEqualTo("c");
            assertThat(limit.get("member")).isNull();
            assertThat(limit.get("since")).isEqualTo(2_000_000_000L);
            assertThat(limit.get("kept")).isEqualTo(58_000_000_000L);
        });
        assertThat(both.getAttributes(new String[] {"limitedBy", "packets"})).hasSize(2);
        held.add(new Held(Kind.UNREACHABLE, "d", Optional.of("m"), Duration.ZERO, Optional.empty()));
        assertThat((CompositeData[]) both.getAttribute("limitedBy")).as("not all alike").hasSize(2);
    }

    @Test
    void recordsListsAndMapsBecomeOpenData() throws Exception {
        assertThat(((CompositeData) bean.getAttribute("first")).get("rate")).isEqualTo(2.5);
        CompositeData[] legs = (CompositeData[]) bean.getAttribute("legs");
        assertThat(legs).extracting(leg -> leg.get("site")).containsExactly("a", "b");
        assertThat(((TabularData) bean.getAttribute("rtts")).get(new Object[] {"a"}).get("value")).isEqualTo("7");
    }

    @Test
    void whatIsAbsentIsNullOrEmpty() throws Exception {
        trip = new Trip(0, false, Optional.empty(), Optional.empty(), List.of(), List.of(), Map.of(), Duration.ZERO);
        assertThat(bean.getAttribute("limit")).isNull();
        assertThat(bean.getAttribute("first")).isNull();
        assertThat((Object[]) bean.getAttribute("legs")).isEmpty();
        assertThat(((TabularData) bean.getAttribute("rtts")).isEmpty()).isTrue();
    }

    @Test
    void manyAttributesAreOfOneMomentAndUnknownOnesAreLeftOut() {
        assertThat(bean.getAttributes(new String[] {"packets", "slow", "other"}).asList())
                .containsExactly(new Attribute("packets", 3L), new Attribute("slow", true));
    }

    @Test
    void whatDoesNotExistOrCannotBeWrittenIsRefusedByName() {
        assertThatThrownBy(() -> bean.getAttribute("other")).isInstanceOf(AttributeNotFoundException.class)
                .hasMessageContaining("packets");
        assertThatThrownBy(() -> bean.setAttribute(new Attribute("packets", 1L)))
                .isInstanceOf(AttributeNotFoundException.class).hasMessageContaining("can only be read");
    }
}
