package org.xpand.protocols.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SiteId;

/** The matrix of costs has the cost of each pair, whatever was measured. */
class LinkCostsTest {
    @Test
    void theMatrixHasTheCostOfEachPair() {
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < 200; round++) {
            Map<SiteId, Map<SiteId, Long>> measured = new TreeMap<>();
            for (int i = 0; i < 30; i++) {
                measured.computeIfAbsent(new SiteId(random.nextLong(-4, 4)), id -> new TreeMap<>())
                        .put(new SiteId(random.nextLong(-4, 4)), random.nextLong(1000));
            }
            LinkCosts costs = LinkCosts.of(measured);
            TreeSet<SiteId> sites = new TreeSet<>();
            for (int i = 0; i < 6; i++) {
                sites.add(new SiteId(random.nextLong(-4, 4)));
            }
            List<SiteId> numbered = new ArrayList<>(sites);
            double[][] matrix = costs.matrix(sites);
            for (int a = 0; a < numbered.size(); a++) {
                for (int b = 0; b < numbered.size(); b++) {
                    assertThat(matrix[a][b]).isEqualTo(a == b ? 0 : costs.cost(numbered.get(a), numbered.get(b)));
                }
            }
        }
    }
}
