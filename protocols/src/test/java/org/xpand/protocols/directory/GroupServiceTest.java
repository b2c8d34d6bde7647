package org.xpand.protocols.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** A service is told as a line of text and comes back the same. */
class GroupServiceTest {
    @Test
    void aServiceComesBackAsItWas() {
        for (GroupService service : List.of(GroupService.reliable("tfrc"), GroupService.layered("tuf", List.of()),
                GroupService.layered("tuf", List.of(500_000L, 1L)), GroupService.reliable("tfrc").with("b=1", 1000),
                GroupService.layered("tuf", List.of(7L)).with("", 5))) {
            assertThat(GroupService.parse(service.text())).isEqualTo(service);
        }
        assertThat(GroupService.layered("tuf", List.of(500_000L, 1L)).text()).isEqualTo("tuf layered 500000 1");
        assertThat(GroupService.parse("tuf layered 5").precedences()).isEqualTo(2);
    }

    @Test
    void whatIsNoServiceIsRefused() {
        assertThatThrownBy(() -> GroupService.parse("tuf wild")).hasMessage("group service 'tuf wild': accepted are STRATEGY "
                + "and STRATEGY layered with rates");
        assertThatThrownBy(() -> GroupService.parse("tuf layered x"))
                .hasMessage("group service 'tuf layered x': 'x' is no rate in bit/s");
        assertThatThrownBy(() -> GroupService.layered("tuf", List.of(0L)))
                .hasMessage("reserved rate 0 bit/s: accepted are 1 to 1000000000000");
        assertThatThrownBy(() -> GroupService.layered("tuf", Collections.nCopies(8, 1L)))
                .hasMessage("layered group with 8 reserved rates: accepted are up to 7");
    }

    /** Whoever hears of all of them, in whatever order, ends with the same one. */
    @Property(tries = 300)
    void ofChangedChartersTheSameOneHoldsInWhateverOrderTheyAreReceived(
            @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 0, max = 5) Integer> changes, @ForAll Random random) {
        GroupService founded = GroupService.reliable("tfrc").with("x", 1000);
        List<String> texts = new ArrayList<>();
        for (int each : changes) {
            GroupService service = founded;
            for (int i = 0; i < each; i++) {
                service = service.changed(random.nextBoolean() ? "tfmcc" : "mca", "y", Map.of("a b", "=&" + random.nextInt(3)));
            }
            assertThat(GroupService.parse(service.text())).isEqualTo(service);
            assertThat(GroupService.areCompatible(founded.text(), service.text())).isTrue();
            texts.add(service.text());
        }
        String first = texts.stream().reduce(GroupService::later).orElseThrow();
        Collections.shuffle(texts, random);
        assertThat(texts.stream().reduce(GroupService::later)).contains(first);
        assertThat(GroupService.parse(first).changes()).isEqualTo(changes.stream().mapToInt(each -> each).max().orElseThrow());
    }

    @Test
    void aChangeKeepsWhatElseMustAgree() {
        GroupService changed = GroupService.reliable("tfrc").with("x", 1000).changed("tfmcc", "y", Map.of());
        for (GroupService other : List.of(GroupService.reliable("tfrc").with("x", 999), GroupService.layered("tuf", List.of()))) {
            assertThat(changed.replaces(other)).isFalse();
            assertThat(GroupService.areCompatible(changed.text(), other.text())).isFalse();
        }
        assertThat(changed.agrees(GroupService.reliable("tfmcc").with("y", 1000))).as("who joins with what it is now").isTrue();
        assertThat(GroupService.areCompatible("tfrc", "mca")).as("nobody has changed anything").isFalse();
        assertThatThrownBy(() -> changed.changed("tuf", "z", Map.of("name", "v".repeat(3000))))
                .hasMessageEndingWith("bytes: accepted are 2000");
    }

    @Property
    void anyTextIsAServiceOrRefused(@ForAll String text) {
        try {
            assertThat(GroupService.parse(text).precedences()).isPositive();
        } catch (IllegalArgumentException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }
}
