package org.xpand.protocols.reliability;

import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.protocols.api.SiteId;

/** The segments of one local sender that sites have requested again, and when a repair of each was last sent. */
final class PendingRepairs {
    private final TreeMap<Long, Repair> repairs = new TreeMap<>();
    private final TreeMap<SiteId, TreeSet<Long>> bySite = new TreeMap<>();

    /** A requested segment. */
    private static final class Repair {
        private final TreeSet<SiteId> wanting = new TreeSet<>();
        private long sentNanos;
        private boolean sent;
    }

    /**
     * A site requests a segment again.
     *
     * @param holdNanos how long after a repair further requests for the same segment are ignored
     * @return whether a repair will be sent
     */
    boolean want(SiteId site, long number, long holdNanos, long nowNanos) {
        Repair repair = repairs.computeIfAbsent(number, n -> new Repair());
        if (repair.sent && nowNanos - repair.sentNanos < holdNanos) {
            return false;
        }
        repair.wanting.add(site);
        bySite.computeIfAbsent(site, id -> new TreeSet<>()).add(number);
        return true;
    }

    boolean isEmpty() {
        return bySite.isEmpty();
    }

    /** The first site that wants something, or null. */
    SiteId firstSite() {
        return bySite.isEmpty() ? null : bySite.firstKey();
    }

    /** The first site after this one that wants something, or null. */
    SiteId siteAfter(SiteId site) {
        return bySite.higherKey(site);
    }

    /** The first number from {@code from} on that the site wants, or -1. */
    long next(SiteId site, long from) {
        TreeSet<Long> numbers = bySite.get(site);
        Long number = numbers == null ? null : numbers.ceiling(from);
        return number == null ? -1 : number;
    }

    /** How many sites want this segment. */
    int wanting(long number) {
        Repair repair = repairs.get(number);
        return repair == null ? 0 : repair.wanting.size();
    }

    /** A repair was sent to one site, or for all if {@code site} is null. */
    void sent(long number, SiteId site, long nowNanos) {
        Repair repair = repairs.get(number);
        repair.sent = true;
        repair.sentNanos = nowNanos;
        if (site == null) {
            repair.wanting.forEach(each -> remove(each, number));
            repair.wanting.clear();
        } else {
            repair.wanting.remove(site);
            remove(site, number);
        }
    }

    /** A site wants nothing any longer. */
    void withdraw(SiteId site) {
        TreeSet<Long> numbers = bySite.remove(site);
        if (numbers != null) {
            numbers.forEach(number -> repairs.get(number).wanting.remove(site));
        }
    }

    /** All members have everything below {@code stable}. */
    void dropBelow(long stable) {
        while (!repairs.isEmpty() && repairs.firstKey() < stable) {
            var entry = repairs.pollFirstEntry();
            entry.getValue().wanting.forEach(site -> remove(site, entry.getKey()));
        }
    }

    private void remove(SiteId site, long number) {
        TreeSet<Long> numbers = bySite.get(site);
        numbers.remove(number);
        if (numbers.isEmpty()) {
            bySite.remove(site);
        }
    }
}
