package org.xpand.protocols.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.keys.Authority;
import org.xpand.protocols.keys.Identity;
import org.xpand.protocols.keys.KeyRing;
import org.xpand.protocols.keys.SharedKey;

/** Who is at the other end of a connection is known before anything is said, and for as long as it stands. */
class ConnectionTrustTest {
    private static final Instant NOW = Instant.parse("2030-01-02T03:04:05Z");
    private static final Duration DAYS = Duration.ofDays(30);
    private static final long SECOND = 1_000_000_000L;
    private static final Random RANDOM = new Random(1);
    private static final Authority AUTHORITY = Authority.create("all", NOW, DAYS, RANDOM);
    private static final Authority OTHER = Authority.create("all", NOW, DAYS, RANDOM);
    private static final Identity BOSTON = AUTHORITY.issue("boston", "", NOW, DAYS, RANDOM);

    private final Set<BigInteger> revoked = new HashSet<>();
    private final Introduction listens = new Introduction(ring(), "c");
    private Instant time = NOW;
    private Optional<Identity> visitor = Optional.of(AUTHORITY.issue("paris", "", NOW, DAYS, RANDOM));
    private byte[] offer;
    private ConnectionSeal host;
    private ConnectionTrust.Session hostsView;
    private ConnectionSeal guest;
    private ConnectionTrust.Session guestsView;

    private static KeyRing ring() {
        return new KeyRing(SharedKey.of(new byte[SharedKey.LENGTH]));
    }

    private ConnectionTrust trust(Optional<Identity> of, boolean asks) {
        return new ConnectionTrust(() -> new ConnectionTrust.TrustSettings(of.equals(Optional.of(BOSTON)) ? of : visitor,
                asks ? List.of(AUTHORITY.certificate()) : List.of(), revoked::contains, time));
    }

    /** A connection to boston. */
    private void connect() {
        offer = listens.offer();
        Introduction.Answer answer = new Introduction(ring(), "c").answer(offer).orElseThrow();
        host = listens.accept(answer.bytes()).orElseThrow();
        guest = answer.seal();
        hostsView = trust(Optional.of(BOSTON), true).session(host);
        guestsView = trust(visitor, true).session(guest);
    }

    private static int take(ConnectionSeal seal, byte[] records) {
        int length = 0;
        for (int at = 0; at < records.length;) {
            byte[] head = Arrays.copyOfRange(records, at, at + ConnectionSeal.HEAD_LENGTH);
            at += head.length;
            int end = at + ConnectionSeal.following(head);
            length = seal.open(head, Arrays.copyOfRange(records, at, end), new byte[ConnectionSeal.MAX_LENGTH]);
            at = end;
        }
        return length;
    }

    private void visitorShowsItself(long nowNanos) {
        take(host, guestsView.toShow(nowNanos));
    }

    private void assertRefused(long nowNanos, String why) {
        assertThatThrownBy(() -> hostsView.require(nowNanos)).isInstanceOf(SignedMessages.RefusedException.class).hasMessageContaining(why);
    }

    @Property(tries = 300)
    void whatIsShownWithAnyByteTurnedOrCutOffIsRefused(@ForAll @IntRange(max = 2000) int at, @ForAll @IntRange(min = 1, max = 255) int by,
                                                       @ForAll boolean cut) throws Exception {
        connect();
        visitorShowsItself(0);
        hostsView.require(0);
        byte[] shown = host.shown().clone();
        connect();
        visitorShowsItself(0);
        byte[] good = host.shown().clone();
        byte[] forged = cut ? Arrays.copyOf(good, 1 + at % (good.length - 1)) : good;
        if (!cut) {
            forged[at % good.length] ^= (byte) by;
        }
        take(host, guest.show(forged, 0));
        assertThatThrownBy(() -> hostsView.require(0)).isInstanceOf(SignedMessages.RefusedException.class);
        take(host, guest.show(shown, 0));
        assertRefused(0, "its signature is not that");
    }

    @Test
    void whoIsOfAnotherSiteThanTheOneThatIsRequestedIsRefused() throws Exception {
        connect();
        hostsView = new ConnectionTrust(() -> new ConnectionTrust.TrustSettings(Optional.of(BOSTON), List.of(AUTHORITY.certificate()),
                revoked::contains,
                time, site -> site.equals("boston") ? Optional.empty() : Optional.of("not of boston but " + site))).session(host);
        visitorShowsItself(0);
        assertRefused(0, "not of boston but paris");
        visitor = Optional.of(AUTHORITY.issue("boston", "", NOW, DAYS, RANDOM));
        visitorShowsItself(2 * SECOND);
        hostsView.require(2 * SECOND);
    }

    @Test
    void bothEndsShowWhoTheyAreOnceAndAreBelieved() throws Exception {
        connect();
        assertThat(hostsView.asks()).isTrue();
        byte[] shows = guestsView.toShow(0);
        assertThat(take(host, shows)).isZero();
        assertThat(guestsView.toShow(SECOND / 2)).isEmpty();
        assertThat(guestsView.toShow(2 * SECOND)).isEmpty();
        hostsView.require(0);
        take(guest, hostsView.toShow(0));
        guestsView.require(0);
    }

    @Test
    void whoShowsNothingOrNothingOfTheAuthorityIsRefused() {
        connect();
        assertRefused(0, "not signed");
        visitor = Optional.of(OTHER.issue("paris", "", NOW, DAYS, RANDOM));
        visitorShowsItself(0);
        assertRefused(0, "of no authority");
        visitor = Optional.empty();
        connect();
        assertThat(guestsView.toShow(0)).isEmpty();
        assertRefused(0, "not signed");
    }

    @Test
    void anAuthoritysOwnCertificateSpeaksForNoSite() {
        connect();
        visitor = Optional.of(new Identity(AUTHORITY.key(), AUTHORITY.certificate()));
        visitorShowsItself(0);
        assertRefused(0, "of no authority");
    }

    @Test
    void whatWasShownOnOneConnectionShowsNothingOnAnother() {
        connect();
        byte[] shown = guestsView.toShow(0);
        take(host, shown);
        byte[] whatParisShowed = host.shown();
        connect();
        take(host, guest.show(whatParisShowed, 0));
        assertRefused(0, "its signature");
        connect();
        take(guest, hostsView.toShow(0));
        take(host, guest.show(guest.shown(), 0));
        assertRefused(0, "its signature");
    }

    @Test
    void clocksMayDifferByAnHourAndNotByThree() {
        connect();
        visitorShowsItself(0);
        for (Instant at : List.of(NOW.minus(Duration.ofHours(24 + 1)), NOW.plus(DAYS).plus(Duration.ofHours(1)))) {
            time = at;
            connect();
            visitorShowsItself(0);
            assertThatCode(() -> hostsView.require(0)).doesNotThrowAnyException();
        }
        time = NOW.plus(DAYS).plus(Duration.ofHours(3));
        connect();
        visitorShowsItself(0);
        assertRefused(0, "ended at");
        time = NOW.minus(Duration.ofHours(24 + 3));
        connect();
        visitorShowsItself(0);
        assertRefused(0, "begins at");
    }

    @Test
    void whoIsRevokedOrHasEndedIsRefusedWithinASecondAndANewCertificateGoesOn() throws Exception {
        connect();
        visitorShowsItself(0);
        hostsView.require(0);
        time = NOW.plus(DAYS).plus(Duration.ofHours(3));
        hostsView.require(SECOND / 2);
        assertRefused(SECOND, "ended at");
        visitor = Optional.of(AUTHORITY.issue("paris", "", time, DAYS, RANDOM));
        visitorShowsItself(2 * SECOND);
        hostsView.require(2 * SECOND);
        revoked.add(visitor.get().certificate().getSerialNumber());
        assertRefused(3 * SECOND, "is revoked");
        assertRefused(3 * SECOND, "is revoked");
    }

    @Test
    void whoAsksForNothingTakesAnybodyAndWhatIsCutOffIsRefused() throws Exception {
        connect();
        ConnectionTrust.Session open = trust(Optional.of(BOSTON), false).session(host);
        assertThat(open.asks()).isFalse();
        open.require(0);
        take(host, guest.show(new byte[] {1, 2, 3}, 0));
        assertRefused(0, "is cut off");
    }
}
