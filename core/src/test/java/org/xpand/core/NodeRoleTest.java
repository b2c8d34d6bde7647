package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.xpand.membership.MembershipException;

/** A process that cannot become delegate reports this to its starter, and to the listeners if it has started. */
class NodeRoleTest {
    private final List<NodeEvent> events = new ArrayList<>();
    private final NodeRole role = new NodeRole("p", events::add, Runnable::run, () -> 0, (delegate, inSite, maxBytes, nowNanos) -> new byte[1]);

    @Test
    void whatFailsBeforeTheStartIsForTheOneThatStarts() throws InterruptedException {
        assertThat(role.hasSettled()).isFalse();
        assertThat(role.awaitSettled(Duration.ZERO)).isFalse();
        role.unsettled(new IllegalStateException("port taken"));
        assertThat(role.awaitSettled(Duration.ZERO)).isTrue();
        assertThatThrownBy(role::started).isInstanceOf(MembershipException.class).hasMessage("port taken");
        assertThat(events).isEmpty();
    }

    @Test
    void whatFailsAfterTheStartIsAnEvent() {
        role.started();
        role.unsettled(new IllegalStateException("port taken"));
        assertThat(role.hasSettled()).isTrue();
        assertThat(events).singleElement().satisfies(event -> assertThat(event.text()).contains("p cannot be the delegate", "port taken"));
    }

    @Test
    void withoutARoleItIsNoDelegate() {
        role.settled();
        assertThat(role.role()).isNull();
        assertThat(role.isDelegate()).isFalse();
        assertThat(role.status(null, true, 1, 0)).hasSize(1);
    }
}
