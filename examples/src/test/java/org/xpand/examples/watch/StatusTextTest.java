package org.xpand.examples.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.xpand.examples.Json;

/** What status and top say in lines. */
class StatusTextTest {
    @Test
    void aRoundTripTimeThatWasNeverMeasuredIsNone() {
        ObjectNode state = Json.object("state").put("millis", 1000);
        ObjectNode view = state.putArray("views").addObject().put("site", "a").put("name", "m1").put("delegate", true);
        view.putArray("links").addObject().put("from", "a").put("to", "b").put("rttMs", 0);
        view.withArray("links").addObject().put("from", "a").put("to", "c").put("rttMs", 12.5);
        assertThat(StatusText.of(state)).anySatisfy(line -> assertThat(line).matches(" +to b +- *"))
                .anySatisfy(line -> assertThat(line).matches(" +to c +12\\.5 ms"));
    }
}
