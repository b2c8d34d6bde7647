package org.xpand.protocols.relay;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.directory.CharterMessage;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.directory.MemberInfo;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** The groups that each process of the site has joined, as the processes announce them. Not thread-safe. */
public final class SiteRoster {
    /** Most groups of one process. */
    public static final int MAX_GROUPS = 1024;

    private static final int ENTRY_BYTES = 64;
    private static final int MAX_PROCESSES = 4096;

    private final TreeMap<ProcessId, Announced> byProcess = new TreeMap<>();
    private final VanishedMembers vanished = new VanishedMembers();
    private SortedMap<ProcessId, String> processes = new TreeMap<>();
    private List<ProcessId> order = List.of();
    private final TreeMap<GroupName, Held> held = new TreeMap<>();

    /**
     * An announcement that has been taken.
     *
     * @param version the version of the list
     * @param flags   what it says besides the groups
     */
    public record Heard(long version, Set<RosterFlag> flags) {
        /** Copies the set. */
        public Heard {
            flags = Set.copyOf(flags);
        }
    }

    /** A charter of which this process knows how long it is held. */
    private record Held(String charter, long ageMillis) {
    }

    /**
     * One process's membership in a group.
     *
     * @param strategy the group's service as the process uses it, the text of a {@link org.xpand.protocols.directory.GroupService}
     * @param ageMillis how long the charter is held by members: in a message up to its sending, later up to the zero of the clock
     * @param member   its identity in the group
     * @param charterMessage     its message about a change of the charter
     */
    public record Joined(String strategy, long ageMillis, MemberId member, CharterMessage charterMessage) {
        /**
         * A membership that begins now, without a message about a change.
         *
         * @param strategy the group's service as the process uses it
         * @param member   its identity in the group
         */
        public Joined(String strategy, MemberId member) {
            this(strategy, 0, member, CharterMessage.NONE);
        }
    }

    /** The groups of one process, as of one version of its list, and whether it does not stand for election. */
    private record Announced(long version, boolean withdrawn, TreeMap<GroupName, Joined> groups) {
    }

    /**
     * Takes the processes that are up; called at every view of the site. What others announced is dropped, and what they were in is
     * remembered for a while ({@link #awaited}).
     *
     * @param names    their names by identity
     * @param inOrder  their identities, the oldest first
     * @param refused  groups for which the other sites refuse this one: nobody waits for their members, and they hold no charter
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void processes(SortedMap<ProcessId, String> names, List<ProcessId> inOrder, Set<GroupName> refused, long nowNanos) {
        processes = new TreeMap<>(names);
        order = List.copyOf(inOrder);
        TreeMap<ProcessId, Announced> gone = new TreeMap<>(byProcess);
        gone.keySet().removeAll(processes.keySet());
        byProcess.keySet().removeAll(gone.keySet());
        byProcess.keySet().forEach(vanished::received);
        gone.forEach((process, announced) -> {
            TreeMap<GroupName, VanishedMembers.Charter> charters = new TreeMap<>();
            announced.groups.forEach((name, joined) -> {
                if (!refused.contains(name)) {
                    charters.put(name, new VanishedMembers.Charter(joined.strategy, joined.ageMillis));
                }
            });
            TreeSet<GroupName> holds = new TreeSet<>(charters.keySet());
            byProcess.values().forEach(each -> holds.removeAll(each.groups.keySet()));
            vanished.vanished(process, charters, holds, nowNanos);
        });
    }

    /**
     * {@return the processes that are up, without one}
     *
     * @param except the process that is omitted
     */
    public List<ProcessId> others(ProcessId except) {
        return order.stream().filter(each -> !each.equals(except)).toList();
    }

    /**
     * Time has passed: processes that vanished some seconds ago hold no charter any longer.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void at(long nowNanos) {
        vanished.at(nowNanos);
    }

    /**
     * Writes the announcement of a process: its groups ({@link LanMessage#GROUPS}).
     *
     * @param version counts up; receivers ignore an announcement with a lower version than the last one's
     * @param flags   what else it says
     * @param groups  its groups, at most {@link #MAX_GROUPS}, with charters' ages up to now
     * @return the whole message
     */
    public static byte[] encode(long version, Set<RosterFlag> flags, Map<GroupName, Joined> groups) {
        WireWriter out = LanMessage.begin(new WireWriter(new byte[bytes(groups)]), LanMessage.GROUPS);
        out.putLong(version).putByte(RosterFlag.bits(flags)).putShort(groups.size());
        new TreeMap<>(groups).forEach((name, joined) -> out.putString(name.value()).putString(joined.strategy)
                .putLong(joined.ageMillis).putMember(joined.member)
                .putString(joined.charterMessage.line()));
        return LanMessage.bytes(out);
    }

    private static int bytes(Map<GroupName, Joined> groups) {
        int bytes = ENTRY_BYTES;
        for (Map.Entry<GroupName, Joined> each : groups.entrySet()) {
            Joined joined = each.getValue();
            bytes += ENTRY_BYTES + 3 * (each.getKey().value().length() + joined.strategy.length() + joined.charterMessage.line().length());
        }
        return bytes;
    }

    /**
     * Takes a process's announcement of its groups. It may arrive before the first view with that process.
     *
     * @param process  the process that sent it
     * @param in       positioned after the kind
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return what it says besides the groups
     * @throws MalformedPacketException if no process can have written it
     */
    public Heard received(ProcessId process, WireReader in, long nowNanos) {
        long version = in.getLong();
        Set<RosterFlag> flags = RosterFlag.of(in.getByte());
        int count = in.getShort();
        if (count > MAX_GROUPS) {
            throw new MalformedPacketException("a process in " + count + " groups");
        }
        Announced known = byProcess.get(process);
        TreeMap<GroupName, Joined> groups = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            GroupName name = new GroupName(in.getString());
            groups.put(name, joined(in, known == null ? null : known.groups.get(name), nowNanos / 1_000_000));
        }
        // An announcement may arrive before the first view with its process.
        boolean room = byProcess.size() < MAX_PROCESSES || known != null;
        if (room && (known == null || known.version <= version)) {
            byProcess.put(process, new Announced(version, flags.contains(RosterFlag.WITHDRAWN), groups));
            if (processes.containsKey(process)) {
                vanished.received(process);
            }
            groups.keySet().forEach(this::hold);
            held.keySet().removeIf(name -> byProcess.values().stream().noneMatch(each -> each.groups.containsKey(name)));
        }
        return new Heard(version, flags);
    }

    /**
     * Writes the answer to an announcement with {@link RosterFlag#LEAVES} ({@link LanMessage#LEAVE_SEEN}).
     *
     * @param version the announcement's
     * @return the whole message
     */
    public static byte[] leaveSeen(long version) {
        return LanMessage.bytes(LanMessage.begin(new WireWriter(new byte[ENTRY_BYTES]), LanMessage.LEAVE_SEEN).putLong(version));
    }

    private static Joined joined(WireReader in, Joined before, long nowMillis) {
        String strategy = in.getString();
        long age = in.getLong();
        if (age < 0 || age > GroupInfo.MAX_AGE_MILLIS) {
            throw new MalformedPacketException("a charter of an age of " + age + " ms");
        }
        MemberId member = in.getMember();
        // A message may be late, and with it the age too low. The member may have another identity because the site has.
        boolean same = before != null && before.strategy.equals(strategy);
        long known = same ? Math.max(before.ageMillis, age - nowMillis) : age - nowMillis;
        return new Joined(strategy, known, member, CharterMessage.parse(in.getString()));
    }

    /** Remembers the age of the group's charter, so that it does not get younger when its oldest members leave. */
    private void hold(GroupName group) {
        String charter = strategy(group);
        order.stream().map(process -> joined(group, process)).filter(each -> each != null && each.strategy.equals(charter))
                .mapToLong(Joined::ageMillis).max().ifPresent(age -> held(group, charter, age));
    }

    /**
     * A group's charter is held for some time, by members of this site or another one; ignored if no member here has that charter.
     *
     * @param group     the group
     * @param charter   the charter's text
     * @param ageMillis its age up to the zero of the clock, ms; negative if it is held since a later time
     */
    public void held(GroupName group, String charter, long ageMillis) {
        if (joinedBy(group).anyMatch(each -> each.strategy.equals(charter))) {
            held.merge(group, new Held(charter, ageMillis), (before, now) -> !GroupService.areCompatible(before.charter, charter) ? now
                    : new Held(charter, now.ageMillis - before.ageMillis >= GroupInfo.SAME_AGE_MILLIS / 2 ? now.ageMillis : before.ageMillis));
        }
    }

    private long oldestMember(GroupName group, String charter) {
        return joinedBy(group).filter(each -> GroupService.areCompatible(each.strategy, charter)).mapToLong(Joined::ageMillis).max().orElse(0);
    }

    private Stream<Joined> joinedBy(GroupName group) {
        return byProcess.values().stream().map(each -> each.groups.get(group)).filter(Objects::nonNull);
    }

    /**
     * {@return how long a charter of a group is held, ms up to the zero of the clock, negative if since later; empty if nothing is known}
     *
     * @param group   the group
     * @param charter the charter's text
     */
    public OptionalLong ageMillis(GroupName group, String charter) {
        Held known = held.get(group);
        return known != null && GroupService.later(known.charter, charter).equals(charter) ? OptionalLong.of(known.ageMillis) : OptionalLong.empty();
    }

    /** {@return the processes that are up, as of the last view} */
    public Set<ProcessId> processes() {
        return Collections.unmodifiableSet(processes.keySet());
    }

    /** {@return the processes that are up and have announced that they do not stand for election as the site's delegate; a copy} */
    public Set<ProcessId> withdrawn() {
        TreeSet<ProcessId> withdrawn = new TreeSet<>();
        byProcess.forEach((process, announced) -> {
            if (announced.withdrawn && processes.containsKey(process)) {
                withdrawn.add(process);
            }
        });
        return withdrawn;
    }

    /**
     * {@return whether a process has announced its groups since it joined}
     *
     * @param process the process
     */
    public boolean hasAnnounced(ProcessId process) {
        return byProcess.containsKey(process);
    }

    /** {@return whether every process that is up has announced its groups; until then members may be missing} */
    public boolean complete() {
        return byProcess.keySet().containsAll(processes.keySet());
    }

    /**
     * {@return the members of a group, the oldest process first; those with another charter than the group's are left out, unless the
     * group was changed from it, or to it}
     *
     * @param group the group
     */
    public List<LocalMember> members(GroupName group) {
        List<LocalMember> members = new ArrayList<>();
        String strategy = strategy(group);
        for (ProcessId process : order) {
            Joined joined = joined(group, process);
            if (joined != null && GroupService.areCompatible(joined.strategy, strategy)) {
                members.add(new LocalMember(joined.member, process, processes.get(process)));
            }
        }
        return members;
    }

    private Joined joined(GroupName group, ProcessId process) {
        Announced announced = byProcess.get(process);
        return announced == null ? null : announced.groups.get(group);
    }

    private String strategy(GroupName group) {
        return strategyOf(group, order).orElse("");
    }

    /**
     * {@return the service of a group according to all processes except one: the oldest charter, of charters equally old the oldest
     * process's, or what that was changed to; empty if none of them is in the group}
     *
     * @param group the group
     * @param self  the process that is left out
     */
    public Optional<String> strategyBesides(GroupName group, ProcessId self) {
        return strategyOf(group, order.stream().filter(process -> !process.equals(self)).toList());
    }

    /**
     * {@return the service of a group according to the processes whose charters come before that of one process, because they are clearly
     * older, or as old and the process is older; empty if none of them is in the group}
     *
     * @param group the group
     * @param self  the process
     */
    public Optional<String> strategyOfOlder(GroupName group, ProcessId self) {
        int place = order.indexOf(self);
        Joined own = joined(group, self);
        List<ProcessId> older = new ArrayList<>(order.subList(0, Math.max(0, place)));
        if (own != null && place >= 0) {
            older.removeIf(process -> isClearlyOlder(own, joined(group, process)));
            order.subList(place + 1, order.size()).stream().filter(process -> isClearlyOlder(joined(group, process), own)).forEach(older::add);
        }
        return strategyOf(group, older);
    }

    /**
     * {@return the service of a group according to the others, if one process has announced the group with a charter that cannot hold beside
     * it: members that are here have an older one, from which it was not changed; empty if not, or as long as not all have announced their
     * groups}
     *
     * @param group the group
     * @param self  the process
     */
    public Optional<String> strategyAgainst(GroupName group, ProcessId self) {
        Joined own = joined(group, self);
        if (own == null || !complete()) {
            return Optional.empty();
        }
        String oldest = oldest(order.stream().map(process -> joined(group, process)).filter(Objects::nonNull).toList());
        return Optional.ofNullable(oldest).filter(charter -> !GroupService.areCompatible(charter, own.strategy));
    }

    /**
     * {@return the processes that are up and have announced a group with a charter that cannot hold beside that of one process: their names, each
     * with its charter}
     *
     * @param group   the group
     * @param self    the process
     * @param charter its charter's text
     */
    public SortedMap<String, String> chartersAgainst(GroupName group, ProcessId self, String charter) {
        TreeMap<String, String> others = new TreeMap<>();
        for (ProcessId process : order) {
            Joined joined = joined(group, process);
            if (joined != null && !process.equals(self) && !GroupService.areCompatible(joined.strategy, charter)) {
                others.put(processes.get(process), joined.strategy);
            }
        }
        return others;
    }

    private static boolean isClearlyOlder(Joined one, Joined other) {
        return one != null && other != null && one.ageMillis - other.ageMillis >= GroupInfo.SAME_AGE_MILLIS;
    }

    private Optional<String> strategyOf(GroupName group, List<ProcessId> of) {
        String strategy = oldest(group, of);
        for (ProcessId process : of) {
            Joined joined = joined(group, process);
            if (joined != null) {
                strategy = strategy == null ? joined.strategy : GroupService.later(strategy, joined.strategy);
            }
        }
        return Optional.ofNullable(strategy);
    }

    private String oldest(GroupName group, List<ProcessId> of) {
        List<Joined> all = of.stream().map(process -> joined(group, process)).filter(Objects::nonNull).toList();
        long oldest = all.stream().mapToLong(Joined::ageMillis).max().orElse(0);
        VanishedMembers.Charter held = vanished.held(group);
        if (held != null && (all.isEmpty() || oldest - held.ageMillis() < GroupInfo.SAME_AGE_MILLIS)) {
            return held.text();
        }
        return oldest(all);
    }

    private static String oldest(List<Joined> inOrder) {
        long oldest = inOrder.stream().mapToLong(Joined::ageMillis).max().orElse(0);
        return inOrder.stream().filter(each -> oldest - each.ageMillis < GroupInfo.SAME_AGE_MILLIS).map(Joined::strategy).findFirst().orElse(null);
    }

    /**
     * {@return the messages of a group's members about a change of its charter, by process; {@link CharterMessage#NONE} for those without
     * one}
     *
     * @param group the group
     */
    public SortedMap<ProcessId, CharterMessage> charterMessages(GroupName group) {
        TreeMap<ProcessId, CharterMessage> charterMessages = new TreeMap<>();
        members(group).forEach(member -> charterMessages.put(member.process(), joined(group, member.process()).charterMessage));
        return charterMessages;
    }

    /** {@return the groups that have members in the site, by name, each with its charter, whose age is up to the zero of the clock} */
    public List<GroupInfo> groups() {
        TreeSet<GroupName> names = new TreeSet<>();
        for (ProcessId process : order) {
            Announced announced = byProcess.get(process);
            if (announced != null) {
                names.addAll(announced.groups.keySet());
            }
        }
        List<GroupInfo> groups = new ArrayList<>();
        for (GroupName name : names) {
            List<MemberInfo> members = members(name).stream().map(member -> new MemberInfo(member.member(), member.name())).toList();
            if (!members.isEmpty()) {
                String charter = strategy(name);
                groups.add(new GroupInfo(name, charter, members).withAge(ageMillis(name, charter).orElseGet(() -> oldestMember(name, charter))));
            }
        }
        return groups;
    }

    /**
     * {@return the groups without a member in the site of which a member has vanished in the last time without leaving: it may return}
     *
     * @param nanos    how long ago at most
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public List<GroupInfo> awaited(long nanos, long nowNanos) {
        TreeSet<GroupName> present = new TreeSet<>();
        groups().forEach(group -> present.add(group.name()));
        return vanished.groups(present, nanos, nowNanos);
    }

    /**
     * {@return when {@link #awaited} may change though nothing is announced; {@link Long#MAX_VALUE} if not}
     *
     * @param nanos as given to {@link #awaited}
     */
    public long awaitedUntilNanos(long nanos) {
        return vanished.firstNanos(nanos);
    }

    /**
     * When a vanished process no longer holds the charter of its group, and that of a present member holds.
     *
     * @return nanoseconds of the clock of {@link #at}; {@link Long#MAX_VALUE} if no vanished process holds a charter
     */
    public long heldUntilNanos() {
        return vanished.heldUntilNanos();
    }
}
