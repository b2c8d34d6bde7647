package org.xpand.simulator.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.simulator.JsonFields;
import org.xpand.simulator.site.SiteApplications;

/** Reads the groups of whole sites with their senders. */
final class GroupReader {
    /** What a group has, also if it is the only one and has no name. */
    static final Set<String> TERMS = JsonFields.names("strategy", "settings", "layered", "reservedMbps", "senders");
    static final Set<String> GROUP_NAMES = JsonFields.names(JsonFields.names("name", "sites"), TERMS);
    static final Set<String> SENDER_NAMES = JsonFields.names("site", "process", "precedence", "rateMbps", "messageBytes",
            "startSeconds", "stopSeconds", "on", "off");

    private static final GroupName ONLY = new GroupName("simulated");
    private static final int MAX_GROUPS = 100;
    private static final int MAX_MESSAGE = 1_000_000;
    private static final int DEFAULT_MESSAGE = 1000;
    private static final double MAX_MBPS = 1e6;
    private static final double BITS_PER_MEGABIT = 1e6;

    private final TrafficReader traffic;
    private final SiteIndexes sites;
    private final List<Integer> processes;
    private final int maxMessage;
    /** Settings by strategy: a process has one set of settings for each. */
    private final Map<String, String> settings = new HashMap<>();

    /**
     * @param sites      finds sites by their names
     * @param processes  number of processes of each
     * @param maxMessage the longest message, bytes
     */
    GroupReader(TrafficReader traffic, SiteIndexes sites, List<Integer> processes, int maxMessage) {
        this.traffic = traffic;
        this.sites = sites;
        this.processes = processes;
        this.maxMessage = maxMessage;
    }

    /** Reads the groups of an object that describes sites: a list, or the terms of the only one. */
    List<SitesGroup> read(JsonFields fields) {
        if (!fields.has("groups")) {
            return List.of(group(fields, ONLY, false, Set.of()));
        }
        for (String term : new TreeSet<>(TERMS)) {
            if (fields.has(term)) {
                throw fields.error(term, "refused beside groups, each of which has its own");
            }
        }
        List<SitesGroup> groups = new ArrayList<>();
        Set<GroupName> names = new HashSet<>();
        for (JsonFields each : fields.objects("groups", GROUP_NAMES)) {
            GroupName name = name(each);
            if (!names.add(name)) {
                throw each.error("name", "\"" + name + "\" is the name of another group already");
            }
            groups.add(group(each, name, true, members(each)));
        }
        if (groups.isEmpty() || groups.size() > MAX_GROUPS) {
            throw fields.error("groups", groups.size() + " groups: accepted are 1 to " + MAX_GROUPS);
        }
        if (groups.stream().allMatch(group -> group.senders().isEmpty())) {
            throw fields.error("groups", "no senders: accepted is one or more in one of them");
        }
        return groups;
    }

    private static GroupName name(JsonFields group) {
        String name = group.text("name");
        try {
            return new GroupName(name);
        } catch (IllegalArgumentException e) {
            throw group.error("name", e.getMessage());
        }
    }

    /** The sites of a group; empty for all. */
    private Set<Integer> members(JsonFields group) {
        List<Integer> found = sites.some(group, "sites");
        if (group.has("sites") && found.isEmpty()) {
            throw group.error("sites", "none: accepted are one or more sites; without the field all are members");
        }
        return Set.copyOf(found);
    }

    private SitesGroup group(JsonFields fields, GroupName name, boolean named, Set<Integer> members) {
        RateStrategy strategy = SessionReader.strategy(fields);
        String chosen = fields.scalars("settings").toString();
        if (!settings.computeIfAbsent(strategy.name(), key -> chosen).equals(chosen)) {
            throw fields.error("settings", "other settings of " + strategy.name() + " than in a group before: accepted is one set of "
                    + "settings for a strategy, as in a node");
        }
        GroupService service = service(fields, strategy);
        List<SiteApplications.Sender> senders = senders(fields, service, members);
        if (senders.isEmpty() && !named) {
            throw fields.error("senders", "none: accepted is one or more");
        }
        return new SitesGroup(name, named, service, strategy, members, senders);
    }

    private static GroupService service(JsonFields fields, RateStrategy strategy) {
        List<Double> reserved = fields.numbers("reservedMbps", 1 / BITS_PER_MEGABIT, MAX_MBPS);
        if (!fields.flag("layered", false)) {
            if (fields.has("reservedMbps")) {
                throw fields.error("reservedMbps", "refused in a group that is not layered: accepted with \"layered\": true");
            }
            return GroupService.reliable(strategy.name());
        }
        if (!strategy.hasLayers()) {
            throw fields.error("strategy", JsonFields.quote(strategy.name()) + " has no precedences: accepted is \"tuf\" in a layered "
                    + "group");
        }
        if (reserved.size() >= GroupService.MAX_PRECEDENCES) {
            throw fields.error("reservedMbps", reserved.size() + " rates: accepted are up to " + (GroupService.MAX_PRECEDENCES - 1));
        }
        return GroupService.layered(strategy.name(), reserved.stream().map(each -> Math.round(each * BITS_PER_MEGABIT)).toList());
    }

    private List<SiteApplications.Sender> senders(JsonFields group, GroupService service, Set<Integer> members) {
        List<SiteApplications.Sender> senders = new ArrayList<>();
        Set<List<Integer>> seen = new HashSet<>();
        for (JsonFields each : group.objects("senders", SENDER_NAMES)) {
            int site = sites.one(each, "site");
            if (!members.isEmpty() && !members.contains(site)) {
                throw each.error("site", JsonFields.quote(sites.names().get(site)) + " has no members of the group");
            }
            int process = (int) each.wholeNumber("process", 1, processes.get(site), 1) - 1;
            int precedence = (int) each.wholeNumber("precedence", 0, service.precedences() - 1L, 0);
            if (!seen.add(List.of(site, process, precedence))) {
                throw each.error("process", "\"" + sites.names().get(site) + "\" " + (process + 1) + " is a sender already"
                        + (service.layered() ? ", of precedence " + precedence : ""));
            }
            long start = traffic.start(each);
            senders.add(new SiteApplications.Sender(site, process, precedence,
                    each.has("rateMbps") ? traffic.rate(each) : Double.POSITIVE_INFINITY,
                    (int) each.wholeNumber("messageBytes", 1, Math.min(maxMessage, MAX_MESSAGE),
                            Math.min(maxMessage, DEFAULT_MESSAGE)), start,
                    traffic.stop(each, start), traffic.onOff(each)));
        }
        return senders;
    }
}
