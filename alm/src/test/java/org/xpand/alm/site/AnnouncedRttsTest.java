package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SiteId;

class AnnouncedRttsTest {
    private static final long MILLI = 1_000_000L;

    private final AnnouncedRtts rtts = new AnnouncedRtts();

    private static SortedMap<SiteId, Long> of(long... nanos) {
        TreeMap<SiteId, Long> map = new TreeMap<>();
        for (int i = 0; i < nanos.length; i++) {
            map.put(new SiteId(i + 1), nanos[i]);
        }
        return map;
    }

    @Test
    void aLittleMoreOrLessIsNotAnnounced() {
        rtts.follow(of(80 * MILLI, 200_000));
        assertThat(rtts.follow(of(90 * MILLI, 1_200_000))).isEqualTo(of(80 * MILLI, 200_000));
        assertThat(rtts.follow(of(78 * MILLI, 100_000))).isEqualTo(of(80 * MILLI, 200_000));
    }

    /** A process that has just started measures too long a time at first. */
    @Test
    void aShorterTimeIsAnnouncedSooner() {
        rtts.follow(of(200 * MILLI));
        assertThat(rtts.follow(of(193 * MILLI))).isEqualTo(of(193 * MILLI));
        assertThat(rtts.follow(of(215 * MILLI))).isEqualTo(of(193 * MILLI));
        assertThat(rtts.follow(of(188 * MILLI))).isEqualTo(of(193 * MILLI));
        assertThat(rtts.follow(of(171 * MILLI))).isEqualTo(of(171 * MILLI));
    }

    @Test
    void aNoticeableChangeIsAnnouncedWithAllOthers() {
        rtts.follow(of(80 * MILLI, 200_000));
        assertThat(rtts.follow(of(90 * MILLI + 1, 300_000))).isEqualTo(of(90 * MILLI + 1, 300_000));
        assertThat(rtts.follow(of(90 * MILLI, 1_300_001))).isEqualTo(of(90 * MILLI, 1_300_001));
    }

    @Test
    void sitesThatComeOrGoAreAnnounced() {
        rtts.follow(of(80 * MILLI));
        assertThat(rtts.follow(of(81 * MILLI, 200_000))).isEqualTo(of(81 * MILLI, 200_000));
        assertThat(rtts.follow(of(82 * MILLI))).isEqualTo(of(82 * MILLI));
    }

    @Property
    void whatIsAnnouncedIsNearToWhatIsMeasured(@ForAll @LongRange(min = 0, max = 1_000_000_000L) long before,
                                               @ForAll @LongRange(min = 0, max = 1_000_000_000L) long now) {
        rtts.follow(of(before));
        long announced = rtts.follow(of(now)).get(new SiteId(1));
        assertThat(now - announced).isLessThanOrEqualTo(Math.max(MILLI, announced / 8));
        assertThat(announced - now).isLessThanOrEqualTo(Math.max(MILLI, announced / 32));
    }
}
