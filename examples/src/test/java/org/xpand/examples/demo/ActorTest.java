package org.xpand.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.xpand.examples.Json;

/** What a place of the demonstration has counted, over the processes that it had. */
class ActorTest {
    private final Actor actor = new Actor(0, 0, "site1", false);

    private static ObjectNode second(int gaps, int told, int duplicates, int reordered) {
        return Json.object("second").put("messagesDelivered", 10).put("gaps", gaps).put("toldGaps", told).put("duplicates", duplicates)
                .put("reordered", reordered);
    }

    @Test
    void whatItWasToldOfIsNotLost() {
        actor.counted(second(243_154, 243_154, 0, 0));
        assertThat(actor.wrong()).isZero();
        assertThat(actor.missed()).isEqualTo(243_154);
        actor.counted(second(243_157, 243_154, 2, 1));
        assertThat(actor.wrong()).isEqualTo(6);
    }

    @Test
    void whatEarlierProcessesCountedStays() {
        actor.counted(second(5, 3, 1, 0));
        actor.begin(null);
        assertThat(actor.wrong()).isEqualTo(3);
        actor.counted(second(1, 1, 0, 0));
        assertThat(actor.delivered()).isEqualTo(20);
        assertThat(actor.wrong()).isEqualTo(3);
        assertThat(actor.missed()).isEqualTo(4);
    }
}
