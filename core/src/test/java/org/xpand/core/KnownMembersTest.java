package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

class KnownMembersTest {
    private static GroupView.Member member(long process) {
        return new GroupView.Member(new SenderId(new SiteId(7), process), "m" + process, "boston");
    }

    private static GroupView view(GroupView.Member... members) {
        return new GroupView(List.of(new GroupView.Site("boston", List.of(members))));
    }

    @Test
    void whoIsBackIsToldWithSinceWhenAndHowFarHeWasHeard() {
        KnownMembers known = new KnownMembers();
        GroupView all = view(member(1), member(2), member(3));
        GroupView alone = view(member(1));
        NodeEvent.ViewChanged come = known.changed("g", new GroupView(List.of()), all);
        assertThat(known.merged(come, 10)).as("who is new was not apart").isEmpty();
        known.heard(member(2).id(), 4);
        known.heard(member(3).id(), 8);
        known.heard(member(2).id(), 5);
        assertThat(known.merged(known.changed("g", all, alone), 2000)).isEmpty();
        assertThat(known.merged(known.changed("g", alone, all), 9000)).hasValueSatisfying(merged -> {
            assertThat(merged.apart()).containsExactly(new NodeEvent.Apart(member(2), Instant.ofEpochMilli(2000), 5),
                    new NodeEvent.Apart(member(3), Instant.ofEpochMilli(2000), 8));
            assertThat(merged.text()).isEqualTo("group g: back: " + member(2).label() + " (apart since 1970-01-01T00:00:02Z, heard to "
                    + "number 5), " + member(3).label() + " (apart since 1970-01-01T00:00:02Z, heard to number 8)");
        });
        assertThat(known.merged(known.changed("g", alone, all), 9500)).as("told once").isEmpty();
    }
}
