package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.MessageHeader;

/** Islands of one site that find each other report this on both sides. */
class IslandsTest {
    private static final SiteId MAIN = new SiteId(1);
    private static final SiteId ISLAND = new SiteId(2);

    private final TreeMap<SenderId, Islands> members = new TreeMap<>();
    private final List<String> merged = new ArrayList<>();
    private long now;

    private SenderId member(long process, long joinedMillis) {
        SenderId self = new SenderId(MAIN, process);
        members.put(self, new Islands((kind, to, payload) -> members.get(to).message(kind, self, payload, now),
                (other, since, received) -> merged.add(process + " with " + other.member().value() + " since " + since), other -> 0, joinedMillis));
        return self;
    }

    @Test
    void whoWasOnTheIslandAndWhoWasNotAreNotifiedOfEachOtherOnce() {
        SenderId stayed = member(1, 100);
        List<SenderId> came = List.of(member(7, 500), member(8, 600));
        GroupView view = new GroupView(List.of(new GroupView.Site("s", members.keySet().stream()
                .map(each -> new GroupView.Member(each, "m", "s")).toList())));
        now = 1000;
        came.forEach(each -> members.get(each).met(ISLAND, now));
        for (int i = 0; i < 2; i++) {
            members.forEach((self, each) -> each.view(view, self, now));
        }
        assertThat(merged).containsExactlyInAnyOrder("1 with 7 since 500", "7 with 1 since 500", "1 with 8 since 600",
                "8 with 1 since 600");
        members.get(stayed).message(MessageHeader.ISLANDER, came.get(0), new byte[3], now);
        members.get(stayed).message(MessageHeader.NOT_ISLANDER, came.get(0), new byte[0], now);
        assertThat(merged).as("what is made up").hasSize(4);
    }
}
