package org.xpand.alm.tree;

import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.xpand.alm.api.TreeSettings;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.LinkCosts;

/** What does a group's tree cost when sites or link costs have changed? Computed once for each change, not for packets. */
@State(Scope.Thread)
public class SpanningTreeBenchmark {
    private SortedSet<SiteId> members;
    private LinkCosts costs;

    /** How many sites have members. */
    @Param({"10", "100"})
    public int sites;

    /** Draws round-trip times from 5 to 300 ms, each direction its own. */
    @Setup
    public void draw() {
        SplittableRandom random = new SplittableRandom(1);
        TreeMap<SiteId, TreeMap<SiteId, Long>> measured = new TreeMap<>();
        for (int a = 0; a < sites; a++) {
            TreeMap<SiteId, Long> row = new TreeMap<>();
            for (int b = 0; b < sites; b++) {
                if (a != b) {
                    row.put(new SiteId(b), random.nextLong(5_000_000, 300_000_000));
                }
            }
            measured.put(new SiteId(a), row);
        }
        costs = LinkCosts.of(measured);
        members = new TreeSet<>(measured.keySet());
    }

    /** The tree with bounded degrees. */
    @Benchmark
    public SpanningTree recommended() {
        return SpanningTree.of(costs, members, TreeSettings.recommended());
    }
}
