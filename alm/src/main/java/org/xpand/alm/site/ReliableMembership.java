package org.xpand.alm.site;

import java.util.Set;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.relay.GroupMember;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.relay.SegmentMessage;
import org.xpand.protocols.relay.SenderBudget;
import org.xpand.protocols.wire.WireReader;

/** A process's membership in a group whose messages reach all members. */
public final class ReliableMembership extends GroupMembership {
    private final RelayConfig config;
    private final SenderBudget budget;
    private final LanOut lan;
    private final ReliableApplication application;
    private GroupMember member;

    ReliableMembership(GroupName name, GroupService service, SenderId self, RelayConfig config, SenderBudget budget, LanOut lan,
                       ReliableApplication application, long nowNanos) {
        super(name, service, self, application);
        this.config = config;
        this.budget = budget;
        this.lan = lan;
        this.application = application;
        this.member = new GroupMember(name.id(), self, config, budget, lan, application, nowNanos);
    }

    /** {@return the member under the current identity; another object once the site gets another identity} */
    public GroupMember member() {
        return member;
    }

    @Override
    void handle(int kind, ProcessId fromProcess, WireReader in, long nowNanos) {
        member.handle(kind, fromProcess, in, nowNanos);
    }

    @Override
    void segments(SegmentMessage message) {
        member.segments(message);
    }

    @Override
    void members(Set<MemberId> members, ProcessId delegateProcess) {
        member.view(members, delegateProcess);
    }

    @Override
    long run(long nowNanos) {
        return member.run(nowNanos);
    }

    @Override
    void beginAnew(long nowNanos) {
        GroupMember before = member;
        member = new GroupMember(name().id(), self(), config, budget, lan, application, nowNanos);
        application.renamed(self(), member.continues(before, nowNanos));
    }
}
