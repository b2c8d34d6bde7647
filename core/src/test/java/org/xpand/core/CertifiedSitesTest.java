package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xpand.protocols.keys.Authority;
import org.xpand.protocols.keys.Identity;
import org.xpand.protocols.keys.KeyBundle;
import org.xpand.protocols.keys.SharedKey;

/** Sites with certificates: each can represent only itself, and an excluded site stays out while the others continue. */
class CertifiedSitesTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration DAY = Duration.ofDays(1);

    @TempDir
    private Path folder;
    private final Random random = new Random(1);
    private final Authority authority = Authority.create("all", Instant.now(), DAY, random);

    private Identity issued(String file, String site) throws Exception {
        Identity identity = authority.issue(site, "", Instant.now(), DAY, random);
        KeyFile.create(folder.resolve(file), new KeyBundle(List.of(SharedKey.of(new byte[SharedKey.LENGTH])), Optional.of(identity),
                List.of(authority.certificate()), Optional.empty()));
        return identity;
    }

    @Test
    void messagesThatComeThroughAnotherSiteAreProvenToBeOfTheirsAndCertificatesAndProcessesChange() throws Exception {
        try (RealSites sites = new RealSites()) {
            sites.ports(3);
            Deliveries[] delivered = new Deliveries[3];
            Group[] groups = new Group[3];
            XpandNode[] nodes = new XpandNode[3];
            for (int i = 0; i < 3; i++) {
                issued("key" + i, sites.siteName(i));
                sites.trust(folder.resolve("key" + i), Optional.empty());
                delivered[i] = new Deliveries();
                nodes[i] = sites.add(i, "m" + i);
                groups[i] = nodes[i].join("all", delivered[i]);
            }
            for (Group group : groups) {
                await().atMost(SOON).until(() -> group.view().size() == 3);
            }
            for (int i = 0; i < 100; i++) {
                for (Group group : groups) {
                    group.send(Deliveries.message(i));
                }
            }
            for (Group group : groups) {
                for (Deliveries each : delivered) {
                    await().atMost(SOON).until(() -> each.next(group.id()) == 100);
                }
            }
            // A new certificate for the second site, and a new process of the third one with the old one.
            Files.delete(folder.resolve("key1"));
            issued("key1", sites.siteName(1));
            nodes[1].lookAtTrust();
            nodes[2].close(Duration.ZERO);
            Deliveries again = new Deliveries();
            Group newcomer = sites.add(2, "m2").join("all", again);
            for (int i = 100; i < 400; i++) {
                if (i == 300) {
                    // Messages that are sent before a member is known elsewhere need not reach it.
                    for (Group each : List.of(groups[0], groups[1])) {
                        await().atMost(SOON).until(() -> each.view().members().stream().anyMatch(member -> member.id().equals(newcomer.id())));
                    }
                }
                groups[0].send(Deliveries.message(i));
                groups[1].send(Deliveries.message(i));
            }
            for (Group group : List.of(groups[0], groups[1])) {
                for (Deliveries each : List.of(delivered[0], delivered[1], again)) {
                    await().atMost(SOON).until(() -> each.next(group.id()) == 400);
                }
            }
            await().atMost(SOON).until(() -> newcomer.view().size() == 3);
            for (Deliveries each : List.of(delivered[0], delivered[1], again)) {
                assertThat(each.broken).isEmpty();
                assertThat(each.gaps).isEmpty();
            }
        }
    }

    @Test
    void eachSpeaksForItselfAndWhoIsExpelledIsOut() throws Exception {
        Queue<String> refusals = new ConcurrentLinkedQueue<>();
        try (RealSites sites = new RealSites()) {
            sites.ports(3);
            sites.onEvent(event -> refusals.add(event.toString()));
            Path policy = Files.writeString(folder.resolve("policy"), "join secret: " + sites.siteName(0) + "\n");
            issued("a", sites.siteName(0));
            Identity other = issued("b", sites.siteName(1));
            sites.trust(folder.resolve("a"), Optional.of(policy));
            Deliveries delivered = new Deliveries();
            XpandNode firstNode = sites.add(0, "m0");
            Group first = firstNode.join("all", delivered);
            sites.trust(folder.resolve("b"), Optional.of(policy));
            XpandNode second = sites.add(1, "m1");
            Group sending = second.join("all", new Deliveries());
            await().atMost(SOON).until(() -> sending.view().size() == 2);
            assertThatThrownBy(() -> second.join("secret", new Deliveries())).isInstanceOf(JoinRefusedException.class)
                    .hasMessageContaining("line 1");
            for (int i = 0; i < 100; i++) {
                sending.send(Deliveries.message(i));
            }
            await().atMost(SOON).until(() -> delivered.next(sending.id()) == 100);
            assertThat(delivered.broken).isEmpty();

            Files.writeString(policy, "revoke " + other.certificate().getSerialNumber().toString(16) + "\n");
            Files.setLastModifiedTime(policy, FileTime.from(Instant.now().plusSeconds(5)));
            firstNode.lookAtTrust();
            await().atMost(SOON).until(() -> first.view().size() == 1);
            assertThat(refusals).anyMatch(text -> text.contains("is revoked"));
        }
    }
}
