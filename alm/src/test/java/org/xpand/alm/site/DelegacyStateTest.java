package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.lifecycle.Lifecycle;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.site.ProcessRole;
import org.xpand.protocols.site.SiteMember;
import org.xpand.protocols.site.SiteView;
import org.xpand.protocols.strategy.RateStrategies;

/** The states of a process that may be its site's delegate: table, document and code agree. */
class DelegacyStateTest {
    private static final ProcessId SELF = new ProcessId(5);
    private static final ProcessId OTHER = new ProcessId(7);
    private static final int WALKS = 400;
    private static final int STEPS = 60;

    private static String row(DelegacyState from, DelegacyState to) {
        return from + " " + to;
    }

    private static Set<String> table() {
        Set<String> rows = new TreeSet<>();
        for (DelegacyState from : DelegacyState.values()) {
            DelegacyState.TABLE.after(from).forEach(to -> rows.add(row(from, to)));
        }
        return rows;
    }

    @Test
    void theDocumentHasTheRowsOfTheTable() throws Exception {
        String document = Files.readString(Path.of("..", "docs", "takeover.md"));
        String diagram = document.substring(document.indexOf("stateDiagram-v2"), document.indexOf("```\n", document.indexOf("stateDiagram-v2")));
        Set<String> drawn = new TreeSet<>();
        Matcher arrow = Pattern.compile("(\\w+) --> (\\w+|\\[\\*])").matcher(diagram);
        while (arrow.find()) {
            drawn.add(row(state(arrow.group(1)), state(arrow.group(2))));
        }
        assertThat(drawn).isEqualTo(table());
    }

    private static DelegacyState state(String drawn) {
        return drawn.equals("[*]") ? DelegacyState.ENDED
                : DelegacyState.valueOf(drawn.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT));
    }

    @Test
    void whatIsNotInTheTableIsRefused() {
        Lifecycle<DelegacyState> lifecycle = new Lifecycle<>(DelegacyState.FOLLOWS, DelegacyState.TABLE);
        assertThatThrownBy(() -> lifecycle.to(DelegacyState.SERVES)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("FOLLOWS is followed by one of").hasMessageContaining("not by SERVES");
        assertThat(lifecycle.state()).isEqualTo(DelegacyState.FOLLOWS);
    }

    @Test
    void whateverHappensEveryRowIsTakenAndNoOtherOne() {
        Set<String> taken = new TreeSet<>();
        for (int seed = 0; seed < WALKS; seed++) {
            Lifecycle<DelegacyState> lifecycle = new Walk(new SplittableRandom(seed), seed % 4 != 0).run();
            for (DelegacyState from : DelegacyState.values()) {
                DelegacyState.TABLE.after(from).stream().filter(to -> lifecycle.hasTaken(from, to)).forEach(to -> taken.add(row(from, to)));
            }
        }
        Set<String> all = table();
        // A delegate restarts only when it receives from another part of its site; the tests of split LANs cover that.
        all.remove(row(DelegacyState.SERVES, DelegacyState.OPENING));
        assertThat(taken).isEqualTo(all);
    }

    /** A process with random events. */
    private static final class Walk implements Delegacy.Process, SiteEvents {
        private final SplittableRandom random;
        private final ArrayDeque<Delegate> opening = new ArrayDeque<>();
        private final Delegacy delegacy;
        private long now;

        Walk(SplittableRandom random, boolean hasWan) {
            this.random = random;
            SiteProcessConfig config = new SiteProcessConfig("s", "p", SELF, hasWan, OverlayConfig.defaults(), RelayConfig.defaults(),
                    new SiteProcessConfig.Timing(1, 1_000_000_000L, 1_000_000L, 10, 3, 2, 100, 50, 1000, 100));
            this.delegacy = new Delegacy(config, incarnation -> port(), stub(LanOut.class),
                    service -> RateStrategies.create(service.strategy(), Map.of()), this, random, this);
        }

        private static <T> T stub(Class<T> type) {
            return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                    (proxy, method, arguments) -> method.getReturnType() == boolean.class ? true : null));
        }

        private WanPort port() {
            WanPort silent = stub(WanPort.class);
            return WanPort.class.cast(Proxy.newProxyInstance(WanPort.class.getClassLoader(), new Class<?>[] {WanPort.class},
                    (proxy, method, arguments) -> {
                        if (method.getName().equals("open")) {
                            opening.add((Delegate) arguments[0]);
                            return null;
                        }
                        return method.invoke(silent, arguments);
                    }));
        }

        Lifecycle<DelegacyState> run() {
            for (int step = random.nextInt(STEPS); step > 0; step--) {
                now += random.nextInt(10) == 0 ? 2000 : random.nextInt(60);
                happen();
            }
            delegacy.close();
            assertThat(delegacy.lifecycle().state()).isEqualTo(DelegacyState.ENDED);
            assertThat(delegacy.serving()).isEmpty();
            return delegacy.lifecycle();
        }

        private void happen() {
            switch (random.nextInt(6)) {
                case 0 -> delegacy.follow(view(), random.nextBoolean() ? Set.of(OTHER) : Set.of(), now);
                case 1 -> delegacy.announced(random.nextInt(4) == 0 ? SELF : OTHER, random.nextBoolean() ? Set.of(OTHER) : Set.of(), now);
                case 2 -> {
                    if (!opening.isEmpty()) {
                        opening.remove().opened(new Endpoint("192.0.2.1", 1), now);
                    }
                }
                case 3 -> {
                    if (!opening.isEmpty()) {
                        opening.remove().notOpened(new IllegalStateException("taken"), now);
                    }
                }
                case 4 -> delegacy.serving().filter(role -> random.nextInt(3) == 0)
                        .ifPresent(role -> delegacy.failed(role, new IllegalStateException("broken")));
                default -> delegacy.run(now);
            }
        }

        private SiteView view() {
            List<SiteMember> members = new ArrayList<>();
            int order = random.nextInt(3);
            if (order == 0) {
                members.add(new SiteMember(OTHER, "q", ProcessRole.ELIGIBLE, 0));
            }
            SiteMember self = new SiteMember(SELF, "p", ProcessRole.ELIGIBLE, members.size());
            members.add(self);
            if (order == 1) {
                members.add(new SiteMember(OTHER, "q", ProcessRole.ELIGIBLE, 1));
            }
            return SiteView.of(new SiteId(1 + random.nextInt(8) / 7), members, self);
        }

        @Override
        public void serves(long nowNanos) {
            assertThat(delegacy.serving()).isPresent();
        }

        @Override
        public void elected(ProcessId process, long nowNanos) {
            assertThat(process).isIn(SELF, OTHER);
        }

        @Override
        public boolean hasAnnounced(ProcessId process) {
            return true;
        }

        @Override
        public void withdrawn(boolean value, long nowNanos) {
            assertThat(delegacy.hasWithdrawn()).isEqualTo(value);
        }

        @Override
        public void event(Kind kind, String text) {
            assertThat(text).isNotEmpty();
        }

        @Override
        public void failure(String text, Throwable cause) {
            assertThat(text).isNotEmpty();
        }
    }
}
