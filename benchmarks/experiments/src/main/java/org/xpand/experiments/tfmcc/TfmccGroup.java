package org.xpand.experiments.tfmcc;

import java.util.Map;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Link;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.RoutedNetwork;
import org.xpand.simulator.session.Demand;
import org.xpand.simulator.session.SessionReceiver;
import org.xpand.simulator.session.SessionSettings;
import org.xpand.simulator.session.StrategySession;

/** One session with the report's settings, alone, to receivers behind one router. */
final class TfmccGroup {
    final RoutedNetwork network;
    final StrategySession session;

    private final Node router;

    /** The router is behind this link; its way back has the delay alone. */
    TfmccGroup(long seed, LinkModelSettings trunk) {
        network = new RoutedNetwork(new EventQueue(), seed);
        Node source = network.node("source");
        router = network.node("router");
        network.link(source, router, trunk);
        network.link(router, source, LinkModelSettings.PERFECT.withDelayNanos(trunk.delayNanos()));
        session = new StrategySession("session", network, source, RateStrategies.create("tfmcc",
                Map.of("preset", "paper")), Demand.greedy(), SessionSettings.DEFAULT);
    }

    /** A receiver behind such a link, there from the beginning; answers the link. The way back has its delay alone. */
    Link receiver(LinkModelSettings tail) {
        Node node = network.node("receiver" + session.receivers().size());
        Link link = network.link(router, node, tail);
        network.link(node, router, LinkModelSettings.PERFECT.withDelayNanos(tail.delayNanos()));
        SessionReceiver receiver = session.receiver(node);
        receiver.joinAt(0);
        return link;
    }
}
