package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.stack.Layer;

/** A delegate begins to serve a group of which only another part of its site has had members. */
class PartitionMapFirstTest {
    private static final SiteId HOME = new SiteId(1);

    @Test
    void theOtherPartsSendersAreKnownBeforeTheStackIsThere() {
        GroupRelay relay = new GroupRelay(HOME, new GroupId(7), new Epoch(5), RelayConfig.defaults(), new NoLan(), new NobodyListens());
        relay.elsewhere(new TreeSet<>(Set.of(new MemberId(9))), 0);
        ReliabilityLayer stack = new ReliabilityLayer(ReliabilityConfig.defaults(), relay);
        stack.stackOn(new Layer() {
        });
        relay.connect(stack);
        relay.members(List.of(new LocalMember(new MemberId(1), new ProcessId(101), "a")), 0);
        assertThat(relay.isLocal(new SenderId(HOME, 9))).isFalse();
        assertThat(relay.isLocal(new SenderId(HOME, 1))).isTrue();
    }
}
