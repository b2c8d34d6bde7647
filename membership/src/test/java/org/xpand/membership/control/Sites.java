package org.xpand.membership.control;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.MemberInfo;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;

/** Sites for tests: site 3 is called s3, its delegate is incarnation 3 unless said otherwise. */
final class Sites {
    static final long MILLI = 1_000_000L;

    private Sites() {
    }

    static SiteInfo site(long id, GroupInfo... groups) {
        return site(id, "s" + id, id, Map.of(), groups);
    }

    static SiteInfo site(long id, String name, long incarnation, Map<Long, Long> rttMillis, GroupInfo... groups) {
        TreeMap<SiteId, Long> rtts = new TreeMap<>();
        rttMillis.forEach((to, millis) -> rtts.put(new SiteId(to), millis * MILLI));
        return new SiteInfo(new SiteId(id), name, incarnation, new Endpoint("192.0.2." + (id & 0xFF), 7800),
                Arrays.asList(groups), rtts, SnapshotId.NONE);
    }

    static GroupInfo group(String name, String strategy) {
        return new GroupInfo(new GroupName(name), strategy, List.of(new MemberInfo(new MemberId(42), "alice")));
    }
}
