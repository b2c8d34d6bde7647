package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.lifecycle.Lifecycle;
import org.xpand.protocols.lifecycle.Rows;
import org.xpand.protocols.segment.Segment;

/** What becomes of a sender that is gone: table, document and code are one. */
class DepartedStateTest {
    private static final long MS = 1_000_000;
    private static final int WALKS = 300;
    private static final int STEPS = 40;
    private static final int SENDERS = 300;

    @Test
    void theDocumentHasTheRowsOfTheTable() throws Exception {
        assertThat(Rows.drawn("A sender that is gone, at its own site", DepartedState.class, DepartedState.ENDED))
                .isEqualTo(Rows.of(DepartedState.TABLE, DepartedState.class));
    }

    @Test
    void whateverHappensEveryRowIsTakenAndNoOtherOne() {
        Collection<Lifecycle<DepartedState>> all = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int seed = 0; seed < WALKS; seed++) {
            Walk walk = new Walk(new SplittableRandom(seed));
            for (int step = 0; step < STEPS; step++) {
                walk.step();
                Lifecycle<DepartedState> lifecycle = walk.senders.lifecycle(Walk.SENDER);
                if (lifecycle != null) {
                    all.add(lifecycle);
                }
            }
        }
        assertThat(Rows.taken(all, DepartedState.class)).isEqualTo(Rows.of(DepartedState.TABLE, DepartedState.class));
    }

    @Test
    void whoWasSettledLongAgoIsNotRemembered() {
        DepartedSenders senders = new DepartedSenders(1000 * MS, 100, new Walk(new SplittableRandom(0)));
        senders.add(new MemberId(0), 0);
        senders.settled(new MemberId(0));
        Lifecycle<DepartedState> oldest = senders.lifecycle(new MemberId(0));
        for (long process = 1; process <= SENDERS; process++) {
            senders.add(new MemberId(process), 0);
            senders.settled(new MemberId(process));
        }
        assertThat(oldest.state()).isEqualTo(DepartedState.ENDED);
        assertThat(senders.lifecycle(new MemberId(0))).isNull();
        assertThat(senders.lifecycle(new MemberId(SENDERS)).state()).isEqualTo(DepartedState.SETTLED);
    }

    /** A sender that is gone and to which things happen at random. */
    private static final class Walk implements DepartedSenders.Actions {
        private static final MemberId SENDER = new MemberId(7);
        private static final MemberId MEMBER = new MemberId(8);

        private final SplittableRandom random;
        private final DepartedSenders senders = new DepartedSenders(1000 * MS, 100, this);
        private long end = -1;
        private long now;

        private Walk(SplittableRandom random) {
            this.random = random;
        }

        private void step() {
            now += random.nextInt(500) * MS;
            switch (random.nextInt(8)) {
                case 0 -> senders.add(SENDER, now);
                case 1 -> senders.held(SENDER, MEMBER, random.nextInt(12), random.nextInt(5), random.nextInt(12));
                case 2 -> senders.receivedElsewhere(SENDER, new SiteId(2), random.nextInt(20), now);
                case 3 -> senders.requestedElsewhere(SENDER, random.nextInt(20), now);
                case 4 -> senders.returned(SENDER, Math.max(0, end), new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[1]), now);
                case 5 -> {
                    Lifecycle<DepartedState> lifecycle = senders.lifecycle(SENDER);
                    if (lifecycle != null && lifecycle.state() == DepartedState.RECOVERED) {
                        senders.settled(SENDER);
                    } else if (random.nextInt(4) == 0) {
                        senders.remove(SENDER);
                    }
                }
                case 6 -> {
                    if (random.nextInt(4) == 0) {
                        senders.remove(SENDER);
                    }
                }
                default -> senders.recoverMore(SENDER, now);
            }
            senders.run(Set.of(MEMBER), now);
        }

        @Override
        public long end(MemberId member) {
            return end;
        }

        @Override
        public void open(MemberId member, long first, long nowNanos) {
            end = first;
        }

        @Override
        public void offer(MemberId member, long number, Segment segment) {
            end = number + 1;
        }

        @Override
        public void recallFromSites(MemberId member, SortedMap<Long, Long> holes, long nowNanos) {
            assertThat(holes).isNotEmpty();
        }

        @Override
        public boolean waitsForSite() {
            return false;
        }

        @Override
        public void endRecallFromSites(MemberId member) {
            // Nothing was asked for.
        }

        @Override
        public void query(MemberId member) {
            // The member tells when it likes.
        }

        @Override
        public void recall(MemberId member, MemberId holder, long from) {
            end = Math.max(end, from + 1);
        }

        @Override
        public void complete(MemberId member) {
            // It is settled some time later.
        }

        @Override
        public void forget(MemberId member) {
            end = -1;
        }
    }
}
