package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.CharterMessage;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.MemberInfo;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.wire.WireReader;

/** What is announced to the processes of a site about the other sites. */
class RemoteSitesTest {
    private static SiteInfo site(int number, int groups, int members) {
        List<GroupInfo> infos = new ArrayList<>();
        for (int group = 0; group < groups; group++) {
            List<MemberInfo> list = new ArrayList<>();
            for (int member = 0; member < members; member++) {
                list.add(new MemberInfo(new MemberId(member + 1), "a process with a name of some length " + member));
            }
            infos.add(new GroupInfo(new GroupName("group" + group), "tfrc", list));
        }
        return new SiteInfo(new SiteId(number), "site" + number, number, new Endpoint("127.0.0.1", 7800), infos,
                new TreeMap<>(), SnapshotId.NONE);
    }

    @Test
    void manySitesWithManyMembersInManyGroupsAreReported() {
        TreeMap<SiteId, SiteInfo> sites = new TreeMap<>();
        for (int i = 1; i <= 16; i++) {
            SiteInfo site = site(i, 100, 20);
            sites.put(site.id(), site);
        }
        CharterNotice notice = new CharterNotice("z".repeat(2000), 7000, CharterMessage.no(7, "n".repeat(300)), CharterMessage.no(8, "n"),
                "w".repeat(4000));
        byte[] message = RemoteSites.encode(Optional.of(new Directory(new SiteId(1), sites, List.of())), true, true,
                Map.of(new GroupName("x"), "y".repeat(2000)), Map.of(new GroupName("x"), notice),
                Map.of(new SiteId(2), 40_700_000L, new SiteId(3), 70_000L),
                50, name -> !name.equals(new GroupName("group7")));
        WireReader in = new WireReader().reset(message, 0, message.length);
        LanMessage.readKind(in);
        RemoteSites.Announced all = RemoteSites.decode(in);
        assertThat(all.groups()).as("of group 7 the others do not know yet").hasSize(99).doesNotContain(new GroupName("group7"));
        assertThat(all.rttNanos()).as("for the next delegate").isEqualTo(Map.of(new SiteId(2), 40_000_000L, new SiteId(3), 1_000_000L));
        Map<GroupName, List<GroupSites.Site>> announced = all.sites();
        assertThat(message.length).isGreaterThan(1 << 20);
        assertThat(announced).hasSize(100);
        assertThat(announced.get(new GroupName("group7"))).hasSize(15).allSatisfy(site -> assertThat(site.members()).hasSize(20));
    }
}
