package org.xpand.core.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** Beans wait until the server is created. */
class NodeBeansTest {
    /** A figure. */
    public record Figures(long sent) {
    }

    private static Set<ObjectName> names(String site) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        return server.queryNames(new ObjectName("org.xpand:site=" + ObjectName.quote(site) + ",*"), null);
    }

    private static void fill(NodeBeans beans) {
        beans.node(Figures.class, () -> new Figures(1));
        beans.group("red", Figures.class, () -> new Figures(2), List::of);
        beans.group("blue", Figures.class, () -> new Figures(3), List::of);
        beans.left("blue");
    }

    @Test
    void whatIsThereWhenTheServerIsMadeIsRegisteredAndWhatComesLaterAtOnce() throws Exception {
        NodeBeans beans = new NodeBeans("later", "m", 1, false);
        fill(beans);
        assertThat(names("later")).isEmpty();
        beans.open();
        beans.open();
        assertThat(names("later")).extracting(name -> name.getKeyProperty("type")).containsExactlyInAnyOrder("Node", "Group");
        beans.group("green", Figures.class, () -> new Figures(4), List::of);
        assertThat(names("later")).hasSize(3);
        beans.close();
        assertThat(names("later")).isEmpty();
    }

    @Test
    void whoLeavesBeforeIsNeverRegistered() throws Exception {
        NodeBeans beans = new NodeBeans("gone", "m", 1, false);
        fill(beans);
        beans.close();
        beans.open();
        beans.node(Figures.class, () -> new Figures(1));
        assertThat(names("gone")).isEmpty();
    }

    @Test
    void whereThereIsAServerNobodyWaits() throws Exception {
        try (NodeBeans beans = new NodeBeans("now", "m", 1, true)) {
            fill(beans);
            assertThat(names("now")).hasSize(2);
        }
    }
}
