package org.xpand.alm.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SiteId;

class EndpointTableTest {
    private static final SiteId OLD = new SiteId(2);
    private static final SiteId NEW = new SiteId(1);
    private static final InetSocketAddress HERE = new InetSocketAddress("127.0.0.1", 7800);
    private static final InetSocketAddress THERE = new InetSocketAddress("127.0.0.1", 7801);

    @Test
    void endpointBelongsToTheSiteListedThere() {
        EndpointTable table = EndpointTable.EMPTY.with(Map.of(OLD, HERE, NEW, THERE));
        assertThat(table.owner(new InetSocketAddress("127.0.0.1", 7800))).isEqualTo(OLD);
        assertThat(table.address(NEW)).isEqualTo(THERE);
        assertThat(table.owner(new InetSocketAddress("127.0.0.1", 7802))).isNull();
        assertThat(table.owner(new InetSocketAddress("127.0.0.2", 7800))).isNull();
    }

    @Test
    void newSiteTakesOverTheEndpointOfAnOldOneAndKeepsIt() {
        EndpointTable table = EndpointTable.EMPTY.with(Map.of(OLD, HERE));
        table = table.with(Map.of(OLD, HERE, NEW, HERE));
        assertThat(table.owner(HERE)).isEqualTo(NEW);
        table = table.with(Map.of(OLD, HERE, NEW, HERE));
        assertThat(table.owner(HERE)).isEqualTo(NEW);
        assertThat(table.with(Map.of(OLD, HERE)).owner(HERE)).isEqualTo(OLD);
        assertThat(table.with(Map.of(NEW, HERE)).owner(HERE)).isEqualTo(NEW);
    }

    @Test
    void siteThatMovesTakesOverWhereItComes() {
        EndpointTable table = EndpointTable.EMPTY.with(Map.of(OLD, HERE, NEW, THERE));
        table = table.with(Map.of(OLD, THERE, NEW, THERE));
        assertThat(table.owner(THERE)).isEqualTo(OLD);
        assertThat(table.owner(HERE)).isNull();
    }

    @Test
    void hostThatIsNotResolvedIsLeftOut() {
        EndpointTable table = EndpointTable.EMPTY.with(
                Map.of(OLD, InetSocketAddress.createUnresolved("nowhere.example", 7800), NEW, HERE));
        assertThat(table.address(OLD)).isNull();
        assertThat(table.address(NEW)).isEqualTo(HERE);
    }
}
