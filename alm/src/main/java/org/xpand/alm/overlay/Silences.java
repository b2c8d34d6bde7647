package org.xpand.alm.overlay;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.SiteId;

/**
 * Reports each site once when it becomes silent and once when it no longer is: a site is silent when it answers neither directly
 * nor by a bypass. A young site is reported only if it is silent for longer: in the first seconds of a site, or of this process,
 * answers wait for the compiler. What is sent to it does not depend on reports. Not thread-safe.
 */
final class Silences {
    /** A site is young for so long after it has appeared in the directory. */
    static final long YOUNG_NANOS = 10_000_000_000L;
    /** For how many times the configured silence a young site has to be silent before that is reported. */
    private static final int YOUNG_SILENCES = 3;

    private final OverlayConfig config;
    private final LinkProber prober;
    private final Bypasses bypasses;
    private final TreeSet<SiteId> reported = new TreeSet<>();
    private final TreeMap<SiteId, Long> sinceNanos = new TreeMap<>();
    private final TreeMap<SiteId, Waiting> waiting = new TreeMap<>();
    /** Causes of silences that were not reported yet when the site left the directory because of them. */
    private final TreeMap<SiteId, String> leftSilent = new TreeMap<>();

    /** A silence that is reported at this time if it lasts. */
    private record Waiting(String cause, long dueNanos) {
    }

    Silences(OverlayConfig config, LinkProber prober, Bypasses bypasses) {
        this.config = config;
        this.prober = prober;
        this.bypasses = bypasses;
    }

    /** Takes the other sites; one that returns after it has left is reported again. */
    void sites(Set<SiteId> others, long nowNanos) {
        reported.retainAll(others);
        waiting.forEach((site, silence) -> {
            if (!others.contains(site)) {
                leftSilent.put(site, silence.cause);
            }
        });
        waiting.keySet().retainAll(others);
        sinceNanos.keySet().retainAll(others);
        others.forEach(site -> sinceNanos.putIfAbsent(site, nowNanos));
    }

    /** Whether the site has been reported as silent, and not yet as answering again. */
    boolean isReported(SiteId site) {
        return reported.contains(site);
    }

    /** The sites that have been silent for {@code OverlayConfig.suspectNanos}, each once in a silence, and how long they have to answer, ns. */
    Map<SiteId, Long> suspects(long nowNanos) {
        List<SiteId> suspects = prober.suspects(nowNanos);
        if (suspects.isEmpty()) {
            return Map.of();
        }
        TreeMap<SiteId, Long> answerNanos = new TreeMap<>();
        suspects.stream().filter(site -> !bypasses.receivesFrom(site)).forEach(site -> answerNanos.put(site, prober.answerNanos(site)));
        return answerNanos;
    }

    /**
     * Reports each site that has changed since the last call: with the cause if it is silent now, without one if it is not.
     *
     * @return when to call again if nothing changes before
     */
    long report(BiConsumer<SiteId, Optional<String>> listener, long nowNanos) {
        leftSilent.forEach((site, cause) -> listener.accept(site, Optional.of(cause)));
        leftSilent.clear();
        List<LinkProber.Change> changes = prober.takeChanges();
        List<SiteId> touched = bypasses.takeTouched();
        for (LinkProber.Change change : changes) {
            if (!change.silent()) {
                // A packet of it has arrived: if it is silent now, that is another silence.
                waiting.remove(change.site());
            }
            check(change.site(), change.receivedHere() ? "reports that it receives nothing, although its packets arrive here"
                    : "does not answer", listener, nowNanos);
        }
        for (SiteId site : touched) {
            check(site, "answers neither directly nor through another site", listener, nowNanos);
        }
        return waiting.isEmpty() ? Long.MAX_VALUE : reportDue(listener, nowNanos);
    }

    private void check(SiteId site, String cause, BiConsumer<SiteId, Optional<String>> listener, long nowNanos) {
        if (!bypasses.silent(site)) {
            waiting.remove(site);
            if (reported.remove(site)) {
                listener.accept(site, Optional.empty());
            }
        } else if (!reported.contains(site)) {
            boolean young = nowNanos - sinceNanos.getOrDefault(site, nowNanos) < YOUNG_NANOS;
            long due = nowNanos + (young ? YOUNG_SILENCES * config.silenceNanos() : 0);
            waiting.merge(site, new Waiting(cause, due), (before, now) -> new Waiting(now.cause, before.dueNanos));
        }
    }

    private long reportDue(BiConsumer<SiteId, Optional<String>> listener, long nowNanos) {
        long deadline = Long.MAX_VALUE;
        for (Map.Entry<SiteId, Waiting> entry : List.copyOf(waiting.entrySet())) {
            if (nowNanos - entry.getValue().dueNanos >= 0) {
                waiting.remove(entry.getKey());
                reported.add(entry.getKey());
                listener.accept(entry.getKey(), Optional.of(entry.getValue().cause));
            } else {
                deadline = Math.min(deadline, entry.getValue().dueNanos);
            }
        }
        return deadline;
    }
}
