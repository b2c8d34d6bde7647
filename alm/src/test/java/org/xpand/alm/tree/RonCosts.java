package org.xpand.alm.tree;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.LinkCosts;

/** Table 1 of the Xpand paper: median round-trip times in milliseconds; columns are senders, rows receivers. */
final class RonCosts {
    static final SiteId ZIKIT1 = new SiteId(1);
    static final SiteId RON0 = new SiteId(2);
    static final SiteId RON2 = new SiteId(3);
    static final SiteId RON33 = new SiteId(4);
    static final SiteId RON35 = new SiteId(5);
    static final SiteId RON45 = new SiteId(6);
    static final List<SiteId> SITES = List.of(ZIKIT1, RON0, RON2, RON33, RON35, RON45);

    private static final double[][] TABLE_1 = {
        {0, 170.92, 282.15, 205.25, 277.99, 213.99},
        {170.62, 0, 120.18, 51.67, 122.20, 62.82},
        {260.60, 91.95, 0, 57.65, 77.15, 57.87},
        {236.30, 50.00, 85.70, 0, 85.59, 26.68},
        {299.13, 121.32, 96.58, 76.23, 0, 59.80},
        {242.47, 62.29, 58.75, 25.27, 59.64, 0},
    };

    private RonCosts() {
    }

    /** The table as each sender measured it. */
    static LinkCosts measured() {
        return table((sender, receiver) -> TABLE_1[receiver][sender]);
    }

    /** The table with the lower value of the two directions for both. */
    static LinkCosts minimumOfDirections() {
        return table((sender, receiver) -> Math.min(TABLE_1[receiver][sender], TABLE_1[sender][receiver]));
    }

    private static LinkCosts table(Cell cell) {
        Map<SiteId, Map<SiteId, Long>> measured = new TreeMap<>();
        for (int sender = 0; sender < SITES.size(); sender++) {
            Map<SiteId, Long> row = new TreeMap<>();
            for (int receiver = 0; receiver < SITES.size(); receiver++) {
                if (receiver != sender) {
                    row.put(SITES.get(receiver), Math.round(cell.millis(sender, receiver) * 1e6));
                }
            }
            measured.put(SITES.get(sender), row);
        }
        return LinkCosts.of(measured);
    }

    private interface Cell {
        double millis(int sender, int receiver);
    }
}
