package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.lifecycle.Lifecycle;
import org.xpand.protocols.lifecycle.Rows;

/** What another site is for what leaves and for what comes: table, document and code are one. */
class SiteLifecyclesTest {
    private static final int WALKS = 300;
    private static final int STEPS = 60;

    @Test
    void theDocumentHasTheRowsOfTheTables() throws Exception {
        assertThat(Rows.drawn("Another site", AwaitedState.class, AwaitedState.GIVEN_UP))
                .isEqualTo(Rows.of(AwaitedState.TABLE, AwaitedState.class));
        assertThat(Rows.drawn("What another site sends", SourceState.class, SourceState.FORGOTTEN))
                .isEqualTo(Rows.of(SourceState.TABLE, SourceState.class));
    }

    @Test
    void whateverHappensEveryRowIsTakenAndNoOtherOne() {
        Collection<Lifecycle<AwaitedState>> awaited = Collections.newSetFromMap(new IdentityHashMap<>());
        Collection<Lifecycle<SourceState>> sources = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int seed = 0; seed < WALKS; seed++) {
            Walk walk = new Walk(new SplittableRandom(seed));
            for (int step = 0; step < STEPS; step++) {
                walk.step();
                walk.sites().forEach(each -> {
                    AwaitedSite receiver = each.here.layer.receiver(each.there.id);
                    if (receiver != null) {
                        awaited.add(receiver.lifecycle());
                    }
                    ReceiverSide side = each.here.layer.sides().any(each.there.id);
                    if (side != null) {
                        sources.add(side.lifecycle());
                    }
                });
            }
        }
        assertThat(Rows.taken(awaited, AwaitedState.class)).isEqualTo(Rows.of(AwaitedState.TABLE, AwaitedState.class));
        assertThat(Rows.taken(sources, SourceState.class)).isEqualTo(Rows.of(SourceState.TABLE, SourceState.class));
    }

    /** What one site knows of another one. */
    private static final class Half {
        private final TestSite here;
        private final TestSite there;
        private boolean joined;
        private boolean received;

        private Half(TestSite here, TestSite there) {
            this.here = here;
            this.there = there;
        }

        private void receive(boolean restarted, long now) {
            if (joined) {
                here.layer.siteResumed(there.id, restarted, TestSite.RTT, now);
            } else {
                here.layer.siteJoined(there.id, TestSite.RTT, now);
            }
            joined = true;
            received = true;
        }

        private void suspend(long now) {
            if (received) {
                here.layer.siteUnreachable(there.id, now);
                received = false;
            }
        }

        private void leave(long now) {
            here.layer.siteLeft(there.id, now);
            joined = false;
            received = false;
        }
    }

    /** Two sites to which things happen at random, to one of them or to both. */
    private static final class Walk {
        private static final ReliabilityConfig CONFIG = ReliabilityConfig.defaults();

        private final SplittableRandom random;
        private final TestSite first = new TestSite(1, CONFIG);
        private final TestSite second = new TestSite(2, CONFIG);
        private final Half one = new Half(first, second);
        private final Half other = new Half(second, first);
        private int offered;
        private long now;

        private Walk(SplittableRandom random) {
            this.random = random;
            first.layer.open(first.sender, 0, 0);
            if (random.nextBoolean()) {
                second.layer.expect(Set.of(first.id), 0);
            }
            if (random.nextBoolean()) {
                second.layer.receivedBefore(first.sender, random.nextInt(3), 0);
            }
        }

        private List<Half> sites() {
            return List.of(one, other);
        }

        private void step() {
            now += random.nextInt(20) == 0 ? CONFIG.partitionRetentionNanos() : random.nextInt(300) * TestSite.MS;
            Half half = random.nextBoolean() ? one : other;
            switch (random.nextInt(12)) {
                case 0 -> half.suspend(now);
                case 1 -> {
                    one.suspend(now);
                    other.suspend(now);
                }
                case 2 -> half.leave(now);
                case 3 -> half.here.layer.exclude(half.there.id, "test", now);
                case 4 -> {
                    half.there.incarnation++;
                    half.receive(true, now);
                }
                case 5 -> {
                    first.offer(offered, 3);
                    offered += 3;
                }
                case 6, 7 -> half.receive(false, now);
                default -> {
                    if (one.received && other.received) {
                        TestSite.exchange(first, second, now);
                    }
                }
            }
            one.here.layer.maintain(now);
            other.here.layer.maintain(now);
        }
    }
}
