package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

class AttributesTest {
    private static final SenderId ANN = new SenderId(new SiteId(1), 1);
    private static final SenderId BOB = new SenderId(new SiteId(2), 2);

    private static GroupView view(SenderId... members) {
        return new GroupView(List.of(new GroupView.Site("s", Arrays.stream(members).map(each ->
                new GroupView.Member(each, "m", "s")).toList())));
    }

    /** Bob, who saw Ann all the time, does not send his attributes again. */
    @Test
    void theAttributesOfAMemberThatIsOutOfViewAreHiddenAndBackWithIt() {
        Attributes ann = new Attributes((to, message) -> { });
        Attributes bob = new Attributes((to, message) -> ann.reported(BOB, message));
        ann.view(view(ANN, BOB), ANN);
        bob.view(view(ANN, BOB), BOB);
        bob.set("colour", new byte[] {7});
        assertThat(ann.of(BOB, ANN)).containsOnlyKeys("colour");
        ann.view(view(ANN), ANN);
        assertThat(ann.of(BOB, ANN)).isEmpty();
        ann.view(view(ANN, BOB), ANN);
        assertThat(ann.of(BOB, ANN)).containsOnlyKeys("colour");
    }

    @Test
    void ofManyThatAreGoneTheLongestGoneIsForgotten() {
        Attributes ann = new Attributes((to, message) -> { });
        byte[] reported = {1, 0, 1, 'a', 0, 1, 5};
        for (int i = 0; i < 1025; i++) {
            SenderId each = new SenderId(new SiteId(3), i);
            ann.view(view(ANN, each), ANN);
            assertThat(ann.reported(each, reported)).isPresent();
            ann.view(view(ANN), ANN);
        }
        SenderId last = new SenderId(new SiteId(3), 1024);
        ann.view(view(ANN, last), ANN);
        assertThat(ann.of(last, ANN)).hasSize(1);
        SenderId first = new SenderId(new SiteId(3), 0);
        ann.view(view(ANN, last, first), ANN);
        assertThat(ann.of(first, ANN)).isEmpty();
    }
}
