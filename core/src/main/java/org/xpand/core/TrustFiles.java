package org.xpand.core;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.protocols.control.Policy;
import org.xpand.protocols.keys.Identity;
import org.xpand.protocols.keys.KeyBundle;
import org.xpand.protocols.keys.KeyRing;

/** A node's key file and policy, read again when they have changed. Thread-safe. */
final class TrustFiles {
    private static final Logger LOG = LoggerFactory.getLogger(TrustFiles.class);
    /** Delegates send control messages every two seconds. */
    private static final Duration SETTLED = Duration.ofSeconds(10);
    private static final Duration WARN_BEFORE = Duration.ofDays(14);
    private static final int MAX_POLICY_BYTES = 1 << 20;

    private final Optional<Path> keyFile;
    private final Optional<Path> policyFile;
    private final Optional<KeyRing> ring;
    private volatile Trust current;
    private List<Object> seen;
    private volatile long changedNanos = System.nanoTime();
    private Instant warnedOf = Instant.MIN;

    /**
     * The content of the files.
     *
     * @param bundle keys and identity; empty without a key
     * @param policy the rights of processes and sites
     */
    record Trust(Optional<KeyBundle> bundle, Policy policy) {
        Optional<Identity> identity() {
            return bundle.flatMap(KeyBundle::identity);
        }
    }

    /**
     * Reads the files.
     *
     * @param given keys that come from no file
     * @throws IllegalArgumentException naming the file, the line and what is accepted
     */
    TrustFiles(Optional<KeyBundle> given, Optional<Path> keyFile, Optional<Path> policyFile) {
        this.keyFile = keyFile;
        this.policyFile = policyFile;
        this.seen = stamps();
        this.current = new Trust(keyFile.map(KeyFile::bundle).or(() -> given), policyFile.map(TrustFiles::policy).orElse(Policy.NONE));
        this.ring = current.bundle.map(bundle -> new KeyRing(bundle.keys()));
        requireIdentity(current);
    }

    /** Returns the shared keys that are accepted, as currently in the file; empty without a key. */
    Optional<KeyRing> ring() {
        return ring;
    }

    /** Without any file. */
    static TrustFiles none() {
        return new TrustFiles(Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static void requireIdentity(Trust trust) {
        if (trust.bundle.isPresent() && trust.bundle.get().authority().isPresent()) {
            throw new IllegalArgumentException("the key file is an authority's, which issues certificates and runs nothing: accepted is a "
                    + "file that 'xpand key issue' has made with it");
        }
    }

    private static Policy policy(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MAX_POLICY_BYTES) {
                throw new IllegalArgumentException("policy file '" + file + "': accepted is a file of text of up to " + MAX_POLICY_BYTES
                        + " bytes");
            }
            return Policy.parse(Files.readString(file), "policy file '" + file + "'");
        } catch (IOException e) {
            throw new IllegalArgumentException("policy file '" + file + "': cannot be read (" + e + ")", e);
        }
    }

    Trust current() {
        return current;
    }

    /** Whether every delegate has sent a message since the keys were changed. */
    boolean isSettled() {
        return System.nanoTime() - changedNanos > SETTLED.toNanos();
    }

    /** Reads files that have changed. If one cannot be read, this is logged and the previous content stays in force. */
    synchronized boolean reload() {
        warnOfEnd();
        List<Object> now = stamps();
        if (now.equals(seen)) {
            return false;
        }
        seen = now;
        try {
            Trust next = new Trust(keyFile.map(KeyFile::bundle).or(() -> current.bundle),
                    policyFile.map(TrustFiles::policy).orElse(Policy.NONE));
            requireIdentity(next);
            current = next;
            ring.ifPresent(each -> each.change(next.bundle.orElseThrow().keys()));
            changedNanos = System.nanoTime();
            LOG.info("keys and policy were read again");
            return true;
        } catch (IllegalArgumentException e) {
            LOG.error("keys and policy are unchanged: {}", Texts.reason(e));
            return false;
        }
    }

    private List<Object> stamps() {
        return List.of(stamp(keyFile), stamp(policyFile));
    }

    private static Object stamp(Optional<Path> file) {
        try {
            return file.isEmpty() ? "" : List.of(Files.getLastModifiedTime(file.get()), Files.size(file.get()));
        } catch (IOException e) {
            return "";
        }
    }

    /** Logs once that the certificate expires soon. */
    void warnOfEnd() {
        Identity identity = current.identity().orElse(null);
        Instant end = identity == null ? warnedOf : identity.certificate().getNotAfter().toInstant();
        if (!end.equals(warnedOf) && end.minus(WARN_BEFORE).isBefore(Instant.now())) {
            warnedOf = end;
            LOG.warn("the certificate of site '{}' ends at {}: accepted is another one of 'xpand key issue' in the key file by then",
                    identity.site(), end);
        }
    }
}
