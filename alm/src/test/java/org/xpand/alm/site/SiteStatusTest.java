package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What only delegates know reaches each process with an open page, and nothing is sent while no page is open. */
class SiteStatusTest {
    private static final long SECOND = 1_000_000_000L;

    private final MemorySites sites = new MemorySites();
    private final List<MemorySites.Process> all = new ArrayList<>();

    /** Two processes in each of three sites; the odd ones are delegates. */
    private void start() {
        for (int id = 1; id <= 6; id++) {
            all.add(sites.add((id + 1) / 2, id, new Trouble("", null)));
        }
        sites.run(SECOND);
        all.forEach(each -> each.join("a", "tfrc"));
        sites.run(2 * SECOND);
    }

    private int asked() {
        return all.stream().mapToInt(each -> each.statuses).sum();
    }

    @Test
    void everyProcessSeesWhatAllDelegatesKnow() {
        start();
        for (MemorySites.Process each : all) {
            Map<String, byte[]> known = each.look(3);
            boolean isDelegate = each.process().delegate().isPresent();
            String own = each.process().view().orElseThrow().siteId().toString();
            assertThat(known.keySet()).as("at p%s", each.id()).hasSize(isDelegate ? 2 : 3);
            assertThat(known.keySet()).as(own).allMatch(name -> List.of("s1", "s2", "s3").contains(name));
            known.forEach((name, bytes) -> assertThat(bytes).as(name).hasSize(100)
                    .containsOnly(2 * Integer.parseInt(name.substring(1)) - 1));
        }
    }

    @Test
    void nothingIsReportedWhileNobodyLooksAndOnceASecondAtMostWhileManyDo() {
        start();
        sites.run(20 * SECOND);
        assertThat(asked()).isZero();
        MemorySites.Process member = all.get(1);
        for (int i = 0; i < 100; i++) {
            member.process().look(sites.now());
            all.get(0).process().look(sites.now());
            sites.run(MemorySites.STEP_NANOS * 5);
        }
        assertThat(asked()).as("three delegates, ten seconds").isBetween(24, 40);
        assertThat(member.process().statuses(sites.now())).hasSize(3);
        int before = asked();
        sites.run(20 * SECOND);
        assertThat(asked()).isEqualTo(before);
        assertThat(member.process().statuses(sites.now())).as("what is old is not shown").isEmpty();
        assertThat(all.get(0).process().delegate().orElseThrow().statuses().statuses(sites.now())).isEmpty();
    }

    @Test
    void aLongPictureComesInPartsAndSeldomOverTheWan() {
        start();
        all.forEach(each -> each.pictureBytes = 1 << 20);
        long before = sites.controlBytes();
        Map<String, byte[]> known = all.get(1).look(20);
        assertThat(known.get("s1")).as("of its own site").hasSize(SiteStatusExchange.MAX_LAN_BYTES);
        assertThat(known.get("s2")).hasSize(16 << 10);
        assertThat((sites.controlBytes() - before) / 2 / 20).as("bytes a second of each other site").isLessThan(5000);
    }

    @Test
    void anotherDelegateReportsAfterATakeover() {
        start();
        all.get(1).look(2);
        sites.kill(all.get(2));
        sites.run(12 * SECOND);
        assertThat(all.get(1).look(3).get("s2")).containsOnly(4);
    }
}
