package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.wire.WireReader;

class GroupLimitTest {
    private static final GroupLimit AWAY = new GroupLimit(GroupLimit.Kind.UNREACHABLE, "c", "", 59_000_000_000L, "site c is not reached");
    private static final GroupLimit SLOW = new GroupLimit(GroupLimit.Kind.MEMBER, "a", "m1", 0, "member m1 does not take");

    private static List<GroupLimit> decode(byte[] message) {
        WireReader in = new WireReader().reset(message, 0, message.length);
        assertThat(LanMessage.readKind(in)).isEqualTo(LanMessage.LIMITS);
        assertThat(LanMessage.ofGroup(LanMessage.LIMITS)).isTrue();
        assertThat(in.getLong()).isEqualTo(7);
        return GroupLimit.decode(in);
    }

    @Test
    void whatIsReportedIsRead() {
        assertThat(decode(GroupLimit.encode(new GroupId(7), List.of(AWAY, SLOW)))).containsExactly(AWAY, SLOW);
        assertThat(decode(GroupLimit.encode(new GroupId(7), List.of()))).isEmpty();
    }

    @Test
    void longTextsAreCut() {
        GroupLimit lengthy = new GroupLimit(GroupLimit.Kind.PATH, "ä".repeat(1000), "ä".repeat(1000), 0, "ä".repeat(1000));
        assertThat(decode(GroupLimit.encode(new GroupId(7), List.of(lengthy, lengthy))).get(1).text()).hasSize(400);
    }

    @Test
    void anUnknownKindIsRefused() {
        byte[] message = GroupLimit.encode(new GroupId(7), List.of(SLOW));
        message[12] = 9;
        assertThatIllegalArgumentException().isThrownBy(() -> decode(message)).withMessageContaining("accepted are 0 to 4");
    }

    @Test
    void figuresMakeNoDifferenceKindSiteAndMemberDo() {
        GroupLimit later = new GroupLimit(GroupLimit.Kind.UNREACHABLE, "c", "", 1, "another text");
        assertThat(GroupLimit.areSame(List.of(AWAY), List.of(later))).isTrue();
        assertThat(GroupLimit.areSame(List.of(AWAY), List.of(SLOW))).isFalse();
        assertThat(GroupLimit.areSame(List.of(AWAY), List.of())).isFalse();
    }
}
