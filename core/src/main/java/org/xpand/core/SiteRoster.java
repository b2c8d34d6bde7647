package org.xpand.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.membership.site.SiteMember;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.MemberInfo;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** Which process of the site has joined which groups. Lives on the loop. */
final class SiteRoster {
    private static final int MAX_GROUPS = 1024;

    private final TreeMap<Long, Joined> byProcess = new TreeMap<>();
    private List<SiteMember> members = List.of();

    /** The groups of one process, as of one version of its list. */
    private record Joined(long version, TreeMap<GroupName, String> strategies) {
    }

    void members(List<SiteMember> present) {
        members = present;
        TreeSet<Long> processes = new TreeSet<>();
        present.forEach(member -> processes.add(member.process()));
        byProcess.keySet().retainAll(processes);
    }

    static byte[] encode(long version, Map<GroupName, String> groups) {
        WireWriter out = LanMessage.begin(new WireWriter(new byte[LanMessage.MAX_LENGTH * 16]), LanMessage.GROUPS);
        out.putLong(version).putShort(groups.size());
        groups.forEach((name, strategy) -> out.putString(name.value()).putString(strategy));
        byte[] message = new byte[out.position()];
        System.arraycopy(out.buffer(), 0, message, 0, message.length);
        return message;
    }

    /** A process tells its groups; answers the version it told. */
    long heard(long process, WireReader in) {
        long version = in.getLong();
        int count = Math.min(in.getShort(), MAX_GROUPS);
        TreeMap<GroupName, String> groups = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            groups.put(new GroupName(in.getString()), in.getString());
        }
        Joined known = byProcess.get(process);
        if (known == null || known.version <= version) {
            byProcess.put(process, new Joined(version, groups));
        }
        return version;
    }

    /** The groups that have members in the site, each with the strategy of its first member in view order. */
    List<GroupInfo> groups() {
        TreeMap<GroupName, String> strategies = new TreeMap<>();
        TreeMap<GroupName, List<MemberInfo>> infos = new TreeMap<>();
        for (SiteMember member : members) {
            Joined joined = byProcess.get(member.process());
            if (joined != null) {
                joined.strategies.forEach((name, strategy) -> {
                    if (strategies.computeIfAbsent(name, n -> strategy).equals(strategy)) {
                        infos.computeIfAbsent(name, n -> new ArrayList<>())
                                .add(new MemberInfo(member.process(), member.name()));
                    }
                });
            }
        }
        List<GroupInfo> groups = new ArrayList<>();
        infos.forEach((name, list) -> groups.add(new GroupInfo(name, strategies.get(name), list)));
        return groups;
    }
}
