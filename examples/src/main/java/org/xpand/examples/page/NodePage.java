package org.xpand.examples.page;

import java.io.IOException;
import java.util.Optional;
import org.xpand.core.XpandNode;

/** The page of one node. */
public final class NodePage {
    private NodePage() {
    }

    /**
     * Starts to serve it.
     *
     * @param scene where the node's events go; the page shows it
     * @throws IOException if the address cannot be bound
     */
    public static PageServer start(PageAddress address, Scene scene, XpandNode node) throws IOException {
        String process = node.site() + "/" + node.name();
        return new PageServer(address, scene, Optional.empty(),
                () -> scene.view(process, OverviewJson.of(node.overview()), System.currentTimeMillis()),
                System::currentTimeMillis);
    }
}
