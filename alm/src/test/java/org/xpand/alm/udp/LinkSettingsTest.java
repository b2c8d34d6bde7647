package org.xpand.alm.udp;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class LinkSettingsTest {
    @Test
    void unknownHostIsRefusedByName() {
        assertThatThrownBy(() -> LinkSettings.bind(InetSocketAddress.createUnresolved("nowhere.example", 7800)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("WAN bind address 'nowhere.example:7800': the host is unknown, accepted is HOST:PORT with an "
                        + "address of this machine");
    }

    @Test
    void valueOutOfRangeIsRefusedByName() {
        InetSocketAddress any = new InetSocketAddress(0);
        assertThatThrownBy(() -> new LinkSettings(any, 100, 1 << 20, 1 << 20, 1 << 20, 32))
                .hasMessage("maxDatagram 100: accepted is 512 to 65504");
        assertThatThrownBy(() -> new LinkSettings(any, 1400, 1 << 20, 1 << 20, 0, 32))
                .hasMessageStartingWith("sendQueueBytes 0: accepted is 4096 to ");
        assertThatThrownBy(() -> new LinkSettings(any, 1400, 1 << 20, 1 << 20, 1 << 20, 0))
                .hasMessage("readBatch 0: accepted is 1 to 1024");
    }
}
