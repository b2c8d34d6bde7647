package org.xpand.alm.overlay;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.xpand.protocols.api.SiteId;

/**
 * Reports each site once when it becomes silent and once when it no longer is: a site is silent when it answers neither directly
 * nor by a bypass. Not thread-safe.
 */
final class Silences {
    private final LinkProber prober;
    private final Bypasses bypasses;
    private final TreeSet<SiteId> told = new TreeSet<>();

    Silences(LinkProber prober, Bypasses bypasses) {
        this.prober = prober;
        this.bypasses = bypasses;
    }

    /** Takes the other sites; one that returns after it has left is reported again. */
    void sites(Set<SiteId> others) {
        told.retainAll(others);
    }

    /** The sites that have been silent for {@code OverlayConfig.suspectNanos}, each once in a silence, and how long they have to answer, ns. */
    Map<SiteId, Long> suspects(long nowNanos) {
        List<SiteId> suspects = prober.suspects(nowNanos);
        if (suspects.isEmpty()) {
            return Map.of();
        }
        TreeMap<SiteId, Long> answerNanos = new TreeMap<>();
        suspects.stream().filter(site -> !bypasses.hears(site)).forEach(site -> answerNanos.put(site, prober.answerNanos(site)));
        return answerNanos;
    }

    /** Reports each site that has changed since the last call: with the cause if it is silent now, without one if it is not. */
    void tell(BiConsumer<SiteId, Optional<String>> listener) {
        List<LinkProber.Change> changes = prober.takeChanges();
        List<SiteId> touched = bypasses.takeTouched();
        for (LinkProber.Change change : changes) {
            tell(change.site(), change.heardHere() ? "reports that it receives nothing, although its packets arrive here"
                    : "does not answer", listener);
        }
        for (SiteId site : touched) {
            tell(site, "answers neither directly nor through another site", listener);
        }
    }

    private void tell(SiteId site, String cause, BiConsumer<SiteId, Optional<String>> listener) {
        boolean silent = bypasses.silent(site);
        if (silent ? told.add(site) : told.remove(site)) {
            listener.accept(site, silent ? Optional.of(cause) : Optional.empty());
        }
    }
}
