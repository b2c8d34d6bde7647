package org.xpand.protocols.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.keys.Authority;
import org.xpand.protocols.keys.Identity;
import org.xpand.protocols.keys.KeyBundle;
import org.xpand.protocols.keys.KeyRing;
import org.xpand.protocols.keys.SharedKey;

/** Who has no certificate of the authority is not believed, nor is what somebody else has changed. */
class SignedMessagesTest {
    private static final Instant NOW = Instant.parse("2030-01-02T03:04:05Z");
    private static final Duration DAYS = Duration.ofDays(30);
    private static final SharedKey KEY = SharedKey.of(new byte[SharedKey.LENGTH]);
    private static final KeyRing RING = new KeyRing(KEY);
    private static final Random RANDOM = new Random(1);
    private static final Authority AUTHORITY = Authority.create("all", NOW, DAYS, RANDOM);
    private static final Authority OTHER = Authority.create("all", NOW, DAYS, RANDOM);
    private static final byte[] TEXT = {1, 2, 3};

    private final SignedMessages reader = new SignedMessages(RING, LinkKeys.create(), 1, false);

    private static byte[] signed(SignedMessages writer, Identity identity) {
        return writer.write(Optional.ofNullable(identity), TEXT);
    }

    private static SignedMessages writer(long incarnation) {
        return new SignedMessages(RING, LinkKeys.create(), incarnation, true);
    }

    private SignedMessages.TrustedMessage read(long from, byte[] signed, Instant now) throws SignedMessages.RefusedException {
        return reader.read(from, signed, List.of(AUTHORITY.certificate()), serial -> false, now);
    }

    private void refuses(long from, byte[] signed, Instant now, String why) {
        assertThatThrownBy(() -> read(from, signed, now)).isInstanceOf(SignedMessages.RefusedException.class).hasMessageContaining(why);
    }

    @Test
    void whatSomebodyWithACertificateHasSignedIsBelievedOnce() throws Exception {
        Identity boston = AUTHORITY.issue("boston", "host, 1", NOW, DAYS, RANDOM);
        SignedMessages writer = writer(2);
        byte[] first = signed(writer, boston);
        SignedMessages.TrustedMessage message = read(2, first, NOW);
        assertThat(message.message()).isEqualTo(TEXT);
        assertThat(message.proving()).isTrue();
        assertThat(message.signer()).contains(new SignedMessages.Signer("boston", "host, 1"));
        assertThat(read(2, signed(writer, boston), NOW).publicPart()).isEqualTo(message.publicPart());
        refuses(2, first, NOW, "received before");
        refuses(3, signed(writer, boston), NOW, "signature");
    }

    @Test
    void anyBitTurnedIsRefused() {
        Identity boston = AUTHORITY.issue("boston", "", NOW, DAYS, RANDOM);
        byte[] signed = signed(writer(2), boston);
        for (int i = 0; i < signed.length; i++) {
            byte[] forged = signed.clone();
            forged[i] ^= (byte) (1 << RANDOM.nextInt(8));
            assertThatThrownBy(() -> read(2, forged, NOW)).as("byte %d", i).isInstanceOf(SignedMessages.RefusedException.class);
        }
    }

    @Test
    void othersAreRefused() {
        refuses(2, signed(writer(2), null), NOW, "not signed");
        refuses(2, signed(writer(2), OTHER.issue("boston", "", NOW, DAYS, RANDOM)), NOW, "of no authority");
        refuses(2, new byte[3], NOW, "another version");
        refuses(2, new byte[] {2, 1}, NOW, "cut off");
        refuses(2, signed(writer(2), new Identity(AUTHORITY.key(), AUTHORITY.certificate())), NOW, "of no authority");
        Identity paris = AUTHORITY.issue("paris", "", NOW, DAYS, RANDOM);
        Authority selfMade = new Authority(paris.key(), paris.certificate());
        refuses(2, signed(writer(2), selfMade.issue("boston", "", NOW, DAYS, RANDOM)), NOW, "of no authority");
    }

    @Test
    void nobodyImpersonatesADelegateThatWasReceived() throws Exception {
        read(2, signed(writer(2), AUTHORITY.issue("boston", "", NOW, DAYS, RANDOM)), NOW);
        refuses(2, signed(writer(2), AUTHORITY.issue("paris", "", NOW, DAYS, RANDOM)), NOW, "another one has announced itself");
    }

    @Test
    void aCertificateEndsWithLeewayForClocksAndANewOneGoesOn() throws Exception {
        Identity boston = AUTHORITY.issue("boston", "", NOW, DAYS, RANDOM);
        SignedMessages writer = writer(2);
        Instant end = NOW.plus(DAYS);
        read(2, signed(writer, boston), NOW.minus(Duration.ofHours(1)));
        read(2, signed(writer, boston), end.plus(Duration.ofHours(1)));
        refuses(2, signed(writer, boston), end.plus(Duration.ofHours(3)), "ended");
        refuses(2, signed(writer, boston), NOW.minus(Duration.ofDays(2)), "begins");
        assertThat(reader.noLonger(List.of(AUTHORITY.certificate()), serial -> false, end, true)).isEmpty();
        assertThat(reader.noLonger(List.of(AUTHORITY.certificate()), serial -> false, end.plus(Duration.ofHours(3)), true)).containsOnlyKeys(2L);
        Identity renewed = AUTHORITY.issue("boston", "", end, DAYS, RANDOM);
        read(2, signed(writer, renewed), end.plus(Duration.ofHours(3)));
        assertThat(reader.noLonger(List.of(AUTHORITY.certificate()), serial -> false, end.plus(Duration.ofHours(3)), true)).isEmpty();
    }

    @Test
    void aRevokedCertificateIsNotBelieved() throws Exception {
        Identity boston = AUTHORITY.issue("boston", "", NOW, DAYS, RANDOM);
        SignedMessages writer = writer(2);
        read(2, signed(writer, boston), NOW);
        Set<BigInteger> revoked = Set.of(boston.certificate().getSerialNumber());
        assertThat(reader.noLonger(List.of(AUTHORITY.certificate()), revoked::contains, NOW, true)).containsOnlyKeys(2L);
        assertThatThrownBy(() -> reader.read(2, signed(writer, boston), List.of(AUTHORITY.certificate()), revoked::contains, NOW))
                .hasMessageContaining("is revoked");
    }

    @Test
    void whoSealsWithAKeyThatIsDroppedIsNotBelieved() throws Exception {
        KeyRing ring = new KeyRing(List.of(SharedKey.parse("AQ".repeat(21) + "A="), KEY));
        SignedMessages changed = new SignedMessages(ring, LinkKeys.create(), 1, false);
        changed.read(2, signed(writer(2), null), List.of(), serial -> false, NOW);
        assertThat(changed.noLonger(List.of(), serial -> false, NOW, true)).isEmpty();
        ring.change(List.of(ring.current()));
        assertThat(changed.noLonger(List.of(), serial -> false, NOW, false)).as("its next message may name another key").isEmpty();
        assertThat(changed.noLonger(List.of(), serial -> false, NOW, true)).containsOnlyKeys(2L);
        assertThatThrownBy(() -> changed.read(3, signed(writer(3), null), List.of(), serial -> false, NOW))
                .hasMessageContaining("is not accepted");
    }

    @Test
    void withoutAuthoritiesNobodyHasToSign() throws Exception {
        assertThat(reader.read(2, signed(writer(2), null), List.of(), serial -> false, NOW).signer()).isEmpty();
    }

    @Test
    void aKeyFileIsWrittenAndReadAndItsMistakesAreNamed() {
        Identity boston = AUTHORITY.issue("boston", "host", NOW, DAYS, RANDOM);
        KeyBundle bundle = new KeyBundle(List.of(KEY), Optional.of(boston), List.of(AUTHORITY.certificate()), Optional.empty());
        KeyBundle again = KeyBundle.parse("# of boston\n" + bundle.text());
        assertThat(again.identity().orElseThrow().site()).isEqualTo("boston");
        assertThat(again.authorities()).containsExactly(AUTHORITY.certificate());
        assertThat(KeyBundle.parse(new KeyBundle(List.of(KEY), Optional.empty(), List.of(), Optional.of(AUTHORITY)).text()).authority())
                .contains(AUTHORITY);
        String text = bundle.text();
        assertThatThrownBy(() -> KeyBundle.parse("x\n" + text)).hasMessageStartingWith("line 1: no key");
        assertThatThrownBy(() -> KeyBundle.parse(text.substring(0, text.length() - 10))).hasMessageContaining("is missing");
        assertThatThrownBy(() -> KeyBundle.parse(text.replace("PRIVATE KEY", "RSA KEY"))).hasMessageStartingWith("line 4: RSA KEY: accepted");
        assertThatThrownBy(() -> KeyBundle.parse("")).hasMessageContaining("no key");
        KeyBundle mixed = new KeyBundle(List.of(KEY), Optional.of(boston), List.of(), Optional.empty());
        assertThatThrownBy(() -> KeyBundle.parse(mixed.text())).hasMessageStartingWith("line 2: a certificate without");
        Identity paris = AUTHORITY.issue("paris", "", NOW, DAYS, RANDOM);
        String swapped = text.replace(pem(boston), pem(paris));
        assertThatThrownBy(() -> KeyBundle.parse(swapped)).hasMessageStartingWith("line 2: the private key is not that");
    }

    private static String pem(Identity identity) {
        String text = new KeyBundle(List.of(KEY), Optional.of(identity), List.of(), Optional.empty()).text();
        return text.substring(text.indexOf("-----BEGIN CERT"));
    }
}
