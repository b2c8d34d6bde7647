package org.xpand.alm.site;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.CharterMessage;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The delegate's announcement of the other sites to the processes of its site: their members in the groups, for views. It leaves
 * out the members of a group that the others refuse for this site, or do not know to be here yet: nothing would arrive from them.
 */
final class RemoteSites {
    /** Most bytes of a name, a label or a number with its further fields. */
    private static final int ENTRY_BYTES = 400;
    private static final int MAX_REASON = 500;
    private static final int COMPLETE = 1;
    private static final int REFUSED = 2;
    private static final int MAX_RTT_MILLIS = 100_000;
    private static final long UNKNOWN = Long.MAX_VALUE;

    private RemoteSites() {
    }

    /**
     * A decoded announcement.
     *
     * @param complete whether the delegate has received the announcements of all known sites
     * @param refused  whether the whole site is refused, and therefore all its groups
     * @param delegate incarnation of the announcing delegate; 0 if it reaches no other site
     * @param groups   the site's groups that the delegate has announced to the other sites
     * @param refusals the site's groups that are refused, and why
     * @param charters announcements of the groups' charters
     * @param sites    the other sites of each group
     * @param rttNanos round-trip times from the delegate to the other sites, as far as it has measured them, at least 1 ms
     */
    record Announced(boolean complete, boolean refused, long delegate, Set<GroupName> groups, Map<GroupName, String> refusals,
                Map<GroupName, CharterNotice> charters, Map<GroupName, List<GroupSites.Site>> sites, Map<SiteId, Long> rttNanos) {
        static final Announced NOTHING = new Announced(false, false, 0, Set.of(), Map.of(), Map.of(), Map.of(), Map.of());
    }

    /**
     * @param complete whether the announcements of all sites have been received
     * @param refused  whether the own site is refused as a whole
     * @param refusals the groups for which the own site is refused, and why
     * @param charters announcements of the groups' charters
     * @param rttNanos round-trip times to the sites, as far as they are measured
     * @param nowMillis the clock's time
     * @param isAnnounced   whether the membership of this site in a group has been announced to the other sites
     */
    static byte[] encode(Optional<Directory> known, boolean complete, boolean refused, Map<GroupName, String> refusals,
                         Map<GroupName, CharterNotice> charters, Map<SiteId, Long> rttNanos, long nowMillis, Predicate<GroupName> isAnnounced) {
        SortedMap<SiteId, SiteInfo> all = known.map(Directory::sites).orElse(Collections.emptySortedMap());
        WireWriter out = LanMessage.begin(new WireWriter(new byte[capacity(all, refusals.size(), charters)]), LanMessage.SITES);
        SiteInfo own = known.map(directory -> all.get(directory.self())).orElse(null);
        List<GroupName> ownGroups = own == null ? List.of() : own.groups().stream().filter(group -> !group.isAwaited())
                .map(GroupInfo::name).filter(isAnnounced).toList();
        out.putByte((complete ? COMPLETE : 0) | (refused ? REFUSED : 0)).putLong(own == null ? 0 : own.incarnation()).putShort(ownGroups.size());
        ownGroups.forEach(group -> out.putString(group.value()));
        out.putShort(refusals.size());
        refusals.forEach((group, why) -> out.putString(group.value()).putString(cut(why)));
        out.putShort(charters.size());
        charters.forEach((group, notice) -> out.putString(group.value()).putString(notice.charter()).putLong(notice.ageMillis())
                .putString(notice.question().line())
                .putString(notice.refusal().line()).putString(cut(notice.awaited())));
        out.putShort(all.size() - (own == null ? 0 : 1));
        for (SiteInfo site : all.values()) {
            if (!site.equals(own)) {
                List<GroupInfo> shared = site.groups().stream()
                        .filter(group -> own != null && !group.isAwaited() && own.present(group.name().id()).isPresent()).toList();
                out.putLong(site.home().value()).putLong(site.incarnation()).putString(label(site, known.get()))
                        .putInt((int) Math.min(rttNanos.getOrDefault(site.id(), UNKNOWN) / 1_000_000, MAX_RTT_MILLIS))
                        .putShort(shared.size());
                for (GroupInfo group : shared) {
                    out.putString(group.name().value()).putShort(group.members().size());
                    group.members().forEach(member -> out.putMember(member.member()).putString(member.name()));
                }
            }
        }
        out.putLong(nowMillis);
        byte[] message = new byte[out.position()];
        System.arraycopy(out.buffer(), 0, message, 0, message.length);
        return message;
    }

    /** Whether two announcements differ in nothing but the time of sending. */
    static boolean isSame(byte[] one, byte[] other) {
        return one != null && other != null
                && Arrays.equals(one, 0, one.length - Long.BYTES, other, 0, other.length - Long.BYTES);
    }

    private static String cut(String why) {
        return why.substring(0, Math.min(why.length(), MAX_REASON));
    }

    private static int capacity(SortedMap<SiteId, SiteInfo> sites, int refusals, Map<GroupName, CharterNotice> charters) {
        int entries = 1 + refusals * (1 + MAX_REASON * 3 / ENTRY_BYTES);
        for (CharterNotice each : charters.values()) {
            entries += 3 + 3 * (each.charter().length() + each.question().line().length() + each.refusal().line().length()
                    + Math.min(MAX_REASON, each.awaited().length())) / ENTRY_BYTES;
        }
        for (SiteInfo site : sites.values()) {
            entries++;
            for (GroupInfo group : site.groups()) {
                entries += 1 + group.members().size();
            }
        }
        return Math.multiplyExact(entries, ENTRY_BYTES);
    }

    /** The label of a site; without the addition both parts of a split site could have the same name here. */
    private static String label(SiteInfo site, Directory directory) {
        boolean other = !site.isPart() && site.home().equals(directory.local().home());
        return other ? site.name() + " (other part)" : site.label();
    }

    private static long age(long upToZero, long sentMillis) {
        long age = upToZero + sentMillis;
        if (age < 0 || age > GroupInfo.MAX_AGE_MILLIS) {
            throw new MalformedPacketException("a charter of an age of " + age + " ms");
        }
        return age;
    }

    /** Reads what {@link #encode} wrote. */
    static Announced decode(WireReader in) {
        int flags = in.getByte();
        long delegate = in.getLong();
        TreeSet<GroupName> announced = new TreeSet<>();
        for (int left = in.getShort(); left > 0; left--) {
            announced.add(new GroupName(in.getString()));
        }
        TreeMap<GroupName, String> refusals = new TreeMap<>();
        for (int left = in.getShort(); left > 0; left--) {
            refusals.put(new GroupName(in.getString()), in.getString());
        }
        TreeMap<GroupName, CharterNotice> charters = new TreeMap<>();
        for (int left = in.getShort(); left > 0; left--) {
            charters.put(new GroupName(in.getString()), new CharterNotice(in.getString(), in.getLong(), CharterMessage.parse(in.getString()),
                    CharterMessage.parse(in.getString()), in.getString()));
        }
        TreeMap<GroupName, List<GroupSites.Site>> byGroup = new TreeMap<>();
        TreeMap<SiteId, Long> rtts = new TreeMap<>();
        int sites = in.getShort();
        for (int i = 0; i < sites; i++) {
            SiteId id = new SiteId(in.getLong());
            long itsDelegate = in.getLong();
            String name = in.getString();
            int rttMillis = in.getInt();
            if (rttMillis >= 0 && rttMillis < MAX_RTT_MILLIS) {
                rtts.put(id, Math.max(1, rttMillis) * 1_000_000L);
            }
            int groups = in.getShort();
            for (int g = 0; g < groups; g++) {
                GroupName group = new GroupName(in.getString());
                int members = in.getShort();
                List<GroupSites.Member> list = new ArrayList<>();
                for (int m = 0; m < members; m++) {
                    list.add(new GroupSites.Member(new SenderId(id, in.getMember()), in.getString()));
                }
                byGroup.computeIfAbsent(group, key -> new ArrayList<>()).add(new GroupSites.Site(name, rttMillis, itsDelegate, list));
            }
        }
        long sentMillis = in.getLong();
        charters.replaceAll((group, notice) -> new CharterNotice(notice.charter(), age(notice.ageMillis(), sentMillis), notice.question(),
                notice.refusal(), notice.awaited()));
        return new Announced((flags & COMPLETE) != 0, (flags & REFUSED) != 0, delegate, announced, refusals, charters, byGroup, rtts);
    }
}
