package org.xpand.protocols.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
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

    @Property
    void anyTextIsAServiceOrRefused(@ForAll String text) {
        try {
            assertThat(GroupService.parse(text).precedences()).isPositive();
        } catch (IllegalArgumentException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }
}
