package org.xpand.examples.traffic;

import java.time.Duration;
import java.util.Optional;
import org.xpand.core.Gap;
import org.xpand.core.Group;
import org.xpand.core.Message;
import org.xpand.core.MessageListener;
import org.xpand.core.NodeBuilder;
import org.xpand.core.XpandNode;
import org.xpand.examples.Json;
import org.xpand.examples.NodeOptions;

/** A node of this process, its group, and what it received there. Thread-safe. */
final class TrafficMember {
    private final XpandNode node;
    private final Group group;
    private final Deliveries deliveries = new Deliveries();
    private final Optional<TraceWriter> trace;

    /** Starts a node that prints its events, and joins the group. */
    TrafficMember(NodeOptions options, NodeBuilder settings, String groupName, Optional<TraceWriter> trace)
            throws InterruptedException {
        this.trace = trace;
        this.node = options.start(settings.onEvent(event -> Json.print(Json.event(event)))::start);
        try {
            this.group = node.join(groupName, new Listener());
        } catch (RuntimeException | InterruptedException e) {
            node.close(Duration.ZERO);
            throw e;
        }
    }

    /** Counts received messages and reported gaps. */
    private final class Listener implements MessageListener {
        @Override
        public void onMessage(Message message) {
            take(message);
        }

        @Override
        public void onGap(Gap gap) {
            deliveries.reported(gap);
        }
    }

    private void take(Message message) {
        long now = WallClock.nanos();
        TrafficMessage traffic = deliveries.take(message.sender(), message.payload(), now);
        if (traffic != null) {
            trace.ifPresent(out -> out.delivered(message.sender().member(), now, traffic.sequence()));
        }
    }

    XpandNode node() {
        return node;
    }

    Group group() {
        return group;
    }

    Deliveries deliveries() {
        return deliveries;
    }

    /** Returns the distinct own messages that have returned. */
    long ownDelivered() {
        return deliveries.sources().stream().filter(source -> source.id().equals(group.id()))
                .mapToLong(Deliveries.Source::delivered).sum();
    }
}
