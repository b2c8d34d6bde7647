package org.xpand.alm.site;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.lossy.LossyConfig;
import org.xpand.protocols.lossy.LossyMember;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.relay.SegmentMessage;
import org.xpand.protocols.wire.WireReader;

/** A process's membership in a group whose messages may be dropped, the less important ones first. */
public final class LayeredMembership extends GroupMembership {
    private final LossyConfig config;
    private final LanOut lan;
    private final LayeredApplication application;
    private LossyMember member;

    LayeredMembership(GroupName name, GroupService service, SenderId self, LossyConfig config, LanOut lan,
                      LayeredApplication application, long nowNanos) {
        super(name, service, self, application);
        this.config = config;
        this.lan = lan;
        this.application = application;
        this.member = newMember(nowNanos);
    }

    private LossyMember newMember(long nowNanos) {
        return new LossyMember(name().id(), self(), service().precedences(), config, lan, application, nowNanos);
    }

    /** {@return the member under the current identity; another object once the site gets another identity} */
    public LossyMember member() {
        return member;
    }

    @Override
    void handle(int kind, ProcessId fromProcess, WireReader in, long nowNanos) {
        member.handle(kind, fromProcess, in, nowNanos);
    }

    @Override
    void segments(SegmentMessage message) {
        throw new IllegalStateException("a layered group has no segments");
    }

    @Override
    void members(Set<MemberId> members, ProcessId delegateProcess) {
        member.delegate(delegateProcess);
    }

    @Override
    void siteViewChanged() {
        member.siteViewChanged();
    }

    @Override
    long run(long nowNanos) {
        return member.run(nowNanos);
    }

    @Override
    void beginAnew(long nowNanos) {
        LossyMember before = member;
        member = newMember(nowNanos);
        before.sender().inbox(member.sender(), nowNanos);
        application.renamed(self(), List.of());
    }

    @Override
    void sitesChanged(GroupSites now, long nowNanos) {
        TreeSet<SenderId> present = new TreeSet<>();
        now.sites().forEach(site -> site.members().forEach(each -> present.add(each.id())));
        member.present(present, nowNanos);
    }
}
