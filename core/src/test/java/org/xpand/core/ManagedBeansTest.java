package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.RateReason;

/** A node and its groups in JMX. */
class ManagedBeansTest {
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    private static ObjectName pattern(String type, XpandNode node) throws Exception {
        return new ObjectName("org.xpand:type=" + type + ",process=" + String.format("%016x", node.process()) + ",*");
    }

    private ObjectName only(String type, XpandNode node) throws Exception {
        Set<ObjectName> names = server.queryNames(pattern(type, node), null);
        assertThat(names).hasSize(1);
        return names.iterator().next();
    }

    @Test
    void theJavaInterfaceIsReportedAsLongAsItHasSomethingToReport() throws Exception {
        try (RealSites sites = new RealSites()) {
            XpandNode first = sites.add(0, "first");
            XpandNode second = sites.add(1, "second");
            Group red = first.join("red", message -> { });
            second.join("red", message -> { });
            await().atMost(Duration.ofSeconds(20)).until(() -> red.view().size() == 2);
            red.sendAsync(new byte[10]).get(20, TimeUnit.SECONDS);

            ObjectName group = only("Group", first);
            assertThat(group.getKeyProperty("group")).isEqualTo("\"red\"");
            assertThat(server.getAttribute(group, "messagesSent")).isEqualTo(1L);
            assertThat(server.getAttribute(group, "strategy")).isEqualTo("tfrc");
            assertThat(RateReason.valueOf((String) server.getAttribute(group, "reason"))).isNotEqualTo(RateReason.LAN_WINDOW);
            assertThat(server.getAttribute(group, "redundancy")).as("tfrc sends none").isNull();
            CompositeData[] paths = (CompositeData[]) server.getAttribute(group, "paths");
            assertThat(paths).hasSize(1);
            assertThat(paths[0].get("site")).isEqualTo(second.site());
            assertThat((Object[]) server.getAttribute(group, "limitedBy")).as("as Group.limitedBy() says").hasSameSizeAs(red.limitedBy());
            assertThat(server.getAttribute(only("Node", first), "delegate")).isEqualTo(true);
            assertThat(server.getAttribute(only("Node", first), "link")).isInstanceOf(CompositeData.class);

            red.close(Duration.ofSeconds(5));
            assertThat(server.queryNames(pattern("Group", first), null)).isEmpty();
            first.close(Duration.ofSeconds(5));
            assertThat(server.queryNames(pattern("Node", first), null)).isEmpty();
        }
    }

    @Test
    void tellTheRedundancyOfGroupsThatSendSome() throws Exception {
        try (RealSites sites = new RealSites("tuf")) {
            XpandNode first = sites.add(0, "first", "tuf");
            Group red = first.join("red", message -> { });
            sites.add(1, "second", "tuf").join("red", message -> { });
            await().atMost(Duration.ofSeconds(20)).until(() -> red.view().size() == 2);
            for (int i = 0; i < 100; i++) {
                red.sendAsync(new byte[1000]);
            }
            ObjectName group = only("Group", first);
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                CompositeData redundancy = (CompositeData) server.getAttribute(group, "redundancy");
                assertThat((long) redundancy.get("packetsSent")).isPositive();
                assertThat((long) redundancy.get("bytesSent")).isPositive();
                assertThat(redundancy.get("packetsRebuilt")).isEqualTo(0L);
            });
        }
    }
}
