package org.xpand.examples.page;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.xpand.core.Overview;
import org.xpand.core.Picture;
import org.xpand.core.XpandNode;
import org.xpand.core.metrics.OpenMetrics;

/** The page of one node. */
public final class NodePage implements NodeProbes {
    private final XpandNode node;

    private NodePage(XpandNode node) {
        this.node = node;
    }

    /**
     * Starts serving the page.
     *
     * @param scene receives the node's events; the page shows it
     * @throws IOException if the address cannot be bound
     */
    public static PageServer start(PageAddress address, Scene scene, XpandNode node) throws IOException {
        scene.self(process(node.site(), node.name()));
        return new PageServer(address, scene, Optional.empty(), Optional.of(new NodePage(node)),
                watched -> look(scene, node, watched), System::currentTimeMillis);
    }

    private static String process(String site, String name) {
        return site + "/" + name;
    }

    private static boolean look(Scene scene, XpandNode node, boolean watched) {
        if (!watched) {
            view(scene, node.overview());
            return false;
        }
        Picture picture = node.picture();
        picture.overviews().forEach(each -> view(scene, each));
        return picture.complete();
    }

    private static void view(Scene scene, Overview overview) {
        scene.view(process(overview.site(), overview.name()), OverviewJson.of(overview), System.currentTimeMillis());
    }

    @Override
    public String metrics() {
        return OpenMetrics.of(node);
    }

    @Override
    public void changeStrategy(String group, String strategy, Map<String, String> settings) throws InterruptedException {
        try {
            node.changeStrategy(group, strategy, settings).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause().getMessage(), e);
        }
    }

    @Override
    public Optional<String> notLive() {
        try {
            node.overview();
            return Optional.empty();
        } catch (IllegalStateException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Optional<String> notReady() {
        try {
            Overview overview = node.overview();
            return overview.delegateName().isPresent() ? Optional.empty()
                    : Optional.of("site " + overview.site() + " has no delegate yet");
        } catch (IllegalStateException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
