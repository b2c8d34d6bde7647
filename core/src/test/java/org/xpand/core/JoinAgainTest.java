package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.MBeanServerNotification;
import javax.management.NotificationListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.relay.RelayConfig;

/** A group that was left, or whose join was cancelled, can be joined again at once; a join that fails ends only itself. */
class JoinAgainTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final List<NodeEvent> failures = new CopyOnWriteArrayList<>();
    private RealSites sites;
    private XpandNode node;

    @BeforeEach
    void aNode() throws IOException {
        sites = new RealSites();
        node = sites.add(0, "ann");
        node.onEvent(event -> {
            if (event.kind() == NodeEvent.Kind.ERROR) {
                failures.add(event);
            }
        });
    }

    @AfterEach
    void closed() {
        sites.close();
    }

    /** The bean of a group is removed while the group is being left: a moment between two threads, which is always met here. */
    @Test
    void whoJoinsWhileTheGroupIsBeingLeftIsRefusedAndJoinsAfterwards() throws Exception {
        Group other = node.join("other", message -> { });
        Group group = node.join("g", message -> { });
        CompletableFuture<Throwable> meanwhile = new CompletableFuture<>();
        NotificationListener joins = (notification, handback) -> {
            MBeanServerNotification change = (MBeanServerNotification) notification;
            if (change.getType().equals(MBeanServerNotification.UNREGISTRATION_NOTIFICATION)
                    && String.valueOf(change.getMBeanName().getKeyProperty("process")).equals(String.format("%016x", node.process()))) {
                try {
                    node.join("g", message -> { }).close(Duration.ZERO);
                    meanwhile.complete(null);
                } catch (IllegalStateException | InterruptedException e) {
                    meanwhile.complete(e);
                }
            }
        };
        server.addNotificationListener(MBeanServerDelegate.DELEGATE_NAME, joins, null, null);
        try {
            group.close(Duration.ZERO);
        } finally {
            server.removeNotificationListener(MBeanServerDelegate.DELEGATE_NAME, joins);
        }
        assertThat(meanwhile).isCompleted();
        assertThat(meanwhile.join()).isNotNull().hasMessageContaining("joined it already");
        try (Group again = node.join("g", message -> { })) {
            assertThat(again.isOpen()).isTrue();
        }
        assertThat(other.isOpen()).isTrue();
        assertThat(failures).isEmpty();
    }

    @Test
    void aCancelledJoinLeavesNothingBehind() throws Exception {
        Group other = node.join("other", message -> { });
        for (int i = 0; i < 15; i++) {
            CompletableFuture<Group> join = node.joinAsync("g", JoinOptions.reliable(), (MessageListener) message -> { });
            if (!join.cancel(true)) {
                // This thread was away for longer than a join takes: the node is in the group, unless the join cancelled before was as slow.
                join.thenAccept(joined -> joined.close(Duration.ZERO));
            }
            Group[] again = new Group[1];
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1)).ignoreExceptionsMatching(e -> e.getMessage().contains("joined it already"))
                    .until(() -> {
                        again[0] = node.join("g", message -> { });
                        return true;
                    });
            assertThat(again[0].isOpen()).isTrue();
            again[0].close(Duration.ZERO);
        }
        assertThat(other.isOpen()).isTrue();
        assertThat(failures).isEmpty();
    }

    @Test
    void anExceptionInAJoinClosesThatGroupOnly() throws Exception {
        Group other = node.join("other", message -> { });
        NodeEngine engine = node.engine();
        GroupEndpoint broken = new GroupEndpoint(new GroupName("broken"), GroupService.reliable("tfrc"), new SenderId(engine.siteId(), 7),
                RelayConfig.defaults(), engine, message -> { }, JoinOptions.reliable(), Runnable::run);
        // Without a process to join with.
        engine.onLoop(now -> broken.enter(null, now));
        assertThatThrownBy(() -> broken.awaitJoined(PATIENCE)).isInstanceOf(GroupClosedException.class)
                .hasRootCauseInstanceOf(NullPointerException.class);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(failures).singleElement()
                .satisfies(event -> assertThat(event.text()).contains("group broken failed")));
        assertThat(other.isOpen()).isTrue();
        try (Group joined = node.join("broken", message -> { })) {
            assertThat(joined.isOpen()).isTrue();
        }
    }
}
