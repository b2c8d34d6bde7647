package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** Each silent site is reported once, and once when its packets arrive again. */
class SilencesTest {
    private static final SiteId HERE = new SiteId(1);
    private static final SiteId THERE = new SiteId(2);
    private static final long MS = 1_000_000;

    private final List<SiteId> asked = new ArrayList<>();
    private final DatagramOut out = new DatagramOut() {
        @Override
        public void send(SiteId to, byte[] buffer, int offset, int length) {
            if (buffer[offset + 2] == PacketKind.PROBE.code()) {
                asked.add(to);
            }
        }

        @Override
        public boolean isWritable() {
            return true;
        }
    };
    private final LinkProber prober = new LinkProber(OverlayConfig.defaults(), out);
    private final Silences silences = new Silences(OverlayConfig.defaults(), prober, new Bypasses(HERE, OverlayConfig.defaults(), prober, out));
    private final List<String> announced = new ArrayList<>();
    private long now;

    @BeforeEach
    void aSiteThatAnswers() {
        sites(Set.of(THERE));
        run(10_200, true);
    }

    private void sites(Set<SiteId> others) {
        prober.sites(others, now);
        silences.sites(others, now);
    }

    /** Time passes; probes are answered at once, or not. */
    private void run(long millis, boolean answers) {
        for (long until = now + millis * MS; now < until; now += 10 * MS) {
            asked.clear();
            prober.run(now);
            if (answers && !asked.isEmpty()) {
                prober.received(THERE, true, 0, now + MS);
                byte[] bytes = new WireWriter(new byte[Long.BYTES]).putLong(now).buffer();
                prober.echo(THERE, new WireReader(bytes), now + MS);
            }
            prober.anyFellSilent(true, now);
            silences.report((site, cause) -> announced.add(site.value() + cause.map(why -> " " + why).orElse(" is heard")), now);
        }
    }

    @Test
    void aSilenceAndItsEndAreReportedOnce() {
        run(4000, false);
        assertThat(announced).containsExactly("2 does not answer");
        run(4000, true);
        assertThat(announced).containsExactly("2 does not answer", "2 is heard");
    }

    /** Its first answers, or this process, wait for the compiler. */
    @Test
    void aYoungSiteIsReportedOfOnlyIfItIsSilentForLonger() {
        sites(Set.of());
        sites(Set.of(THERE));
        run(500, true);
        untilSilent(true);
        run(1000, false);
        assertThat(announced).isEmpty();
        untilSilent(false);
        untilSilent(true);
        run(1300, false);
        assertThat(announced).as("each silence begins anew").isEmpty();
        run(400, false);
        assertThat(announced).containsExactly("2 does not answer");
        run(3000, true);
        assertThat(announced).containsExactly("2 does not answer", "2 is heard");
    }

    /** It is cut off, and the control channel excludes it before its silence has lasted for long enough. */
    @Test
    void aYoungSiteThatLeavesWhileItIsSilentIsReported() {
        sites(Set.of());
        sites(Set.of(THERE));
        run(500, true);
        untilSilent(true);
        assertThat(announced).isEmpty();
        sites(Set.of());
        run(100, false);
        assertThat(announced).containsExactly("2 does not answer");
    }

    private void untilSilent(boolean silent) {
        for (int i = 0; i < 500 && prober.silent(THERE) != silent; i++) {
            run(10, !silent);
        }
        assertThat(prober.silent(THERE)).isEqualTo(silent);
    }

    @Test
    void aSiteThatIsNotYoungIsReportedOfAtOnce() {
        untilSilent(true);
        assertThat(announced).containsExactly("2 does not answer");
    }

    @Test
    void whoIsSilentForLongIsSuspectedOnce() {
        assertThat(silences.suspects(now)).isEmpty();
        run(4000, false);
        assertThat(silences.suspects(now)).containsOnlyKeys(THERE);
        assertThat(silences.suspects(now)).isEmpty();
    }

    @Test
    void ofASiteThatHasLeftNothingIsRemembered() {
        run(4000, false);
        sites(Set.of());
        sites(Set.of(THERE));
        run(11_000, true);
        assertThat(announced).as("it was never silent since it came").containsExactly("2 does not answer");
        run(4000, false);
        assertThat(announced).containsExactly("2 does not answer", "2 does not answer");
    }
}
