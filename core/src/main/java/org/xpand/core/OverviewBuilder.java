package org.xpand.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.xpand.alm.overlay.GroupStack;
import org.xpand.alm.site.Delegate;
import org.xpand.alm.site.SiteProcess;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.directory.MemberInfo;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.relay.GroupRelay;
import org.xpand.protocols.relay.RelayState;
import org.xpand.protocols.reliability.ReliabilityStats;
import org.xpand.protocols.site.SiteMember;
import org.xpand.protocols.site.SiteView;
import org.xpand.protocols.strategy.RateReceiverStats;
import org.xpand.protocols.strategy.RateSourceStats;

/** Builds an {@link Overview} from the state machines, on the loop. */
final class OverviewBuilder {
    private final Delegate delegate;
    private final Directory directory;
    private final SourceHistory history;
    private final long nowNanos;

    private OverviewBuilder(Delegate delegate, Directory directory, SourceHistory history, long nowNanos) {
        this.delegate = delegate;
        this.directory = directory;
        this.history = history;
        this.nowNanos = nowNanos;
    }

    static Overview of(String site, String name, SiteProcess process, Optional<Delegate> role, SourceHistory history,
                       long nowNanos) {
        List<String> processes = process.view().map(SiteView::members).orElse(List.of()).stream().map(SiteMember::name)
                .sorted().toList();
        Optional<String> delegateName = process.elected().map(SiteMember::name);
        Optional<Directory> known = role.flatMap(Delegate::directory);
        if (known.isEmpty()) {
            return new Overview(site, name, role.isPresent(), delegateName, processes,
                    List.of(new Overview.Site(site, Optional.empty(), process.memberships().size(),
                            process.memberships().size())), List.of(), List.of(), limits(process));
        }
        OverviewBuilder builder = new OverviewBuilder(role.get(), known.get(), history, nowNanos);
        return new Overview(site, name, true, delegateName, processes, builder.sites(), builder.links(), builder.groups(),
                limits(process));
    }

    private static List<Overview.Held> limits(SiteProcess process) {
        return process.memberships().stream().flatMap(group -> group.limits().stream().map(limit -> new Overview.Held(
                group.name().value(), Limit.Kind.valueOf(limit.kind().name()), limit.site(), limit.member(), limit.text()))).toList();
    }

    private List<Overview.Site> sites() {
        return directory.sites().values().stream().map(info -> new Overview.Site(info.label(),
                Optional.of(info.endpoint().toString()), (int) info.groups().stream().filter(group -> !group.isAwaited()).count(),
                info.groups().stream().mapToInt(group -> group.members().size()).sum()))
                .sorted(Comparator.comparing(Overview.Site::name)).toList();
    }

    private List<Overview.Link> links() {
        List<Overview.Link> links = new ArrayList<>();
        for (SiteInfo from : directory.sites().values()) {
            // This site's own measurements are newer than those it has announced.
            var measured = from.id().equals(delegate.site()) ? delegate.overlay().rttNanos() : from.rttNanos();
            measured.forEach((to, rtt) -> {
                if (directory.sites().containsKey(to)) {
                    links.add(new Overview.Link(from.label(), delegate.siteName(to), Duration.ofNanos(rtt)));
                }
            });
        }
        return links;
    }

    private List<Overview.GroupState> groups() {
        List<Overview.GroupState> groups = new ArrayList<>();
        SiteInfo own = directory.local();
        for (GroupInfo info : own.groups()) {
            delegate.stack(info.name()).ifPresent(stack -> groups.add(group(info, stack)));
        }
        groups.sort(Comparator.comparing(Overview.GroupState::name));
        return groups;
    }

    private Overview.GroupState group(GroupInfo info, GroupStack stack) {
        RateSourceStats source = stack.rate().sourceStats(nowNanos);
        Optional<GroupRelay> reliable = delegate.relay(info.name()).filter(GroupRelay.class::isInstance)
                .map(GroupRelay.class::cast);
        RelayState state = reliable.map(relay -> relay.state(nowNanos)).orElse(new RelayState(List.of(), List.of()));
        return new Overview.GroupState(info.name().value(), GroupService.parse(info.strategy()).strategy(), members(info),
                tree(stack), stack.isDirect(),
                Optional.of(source(info, stack, source, reliable.map(each -> state))), receivers(source), arrivals(stack),
                state.senders().stream().map(each -> new Overview.Sender(each.name(), BitRates.of(each.demand()),
                        BitRates.of(each.share()), waitsFor(each, reliable, stack))).toList(),
                state.members().stream().map(each -> new Overview.LocalReceiver(each.name(), each.behind(), each.room(),
                        Duration.ofNanos(each.holdsUpNanos()), each.waitedFor())).toList());
    }

    private List<String> waitsFor(RelayState.Sender sender, Optional<GroupRelay> relay, GroupStack stack) {
        List<String> names = new ArrayList<>(relay.map(each -> each.slowestMembers(sender.id())).orElse(List.of()));
        stack.reliability().sitesThatLackTheOldest(sender.id()).forEach(site -> names.add(delegate.siteName(site)));
        return names;
    }

    private List<Overview.Place> members(GroupInfo of) {
        List<Overview.Place> places = new ArrayList<>();
        for (SiteInfo site : directory.sites().values()) {
            site.present(of.name().id()).ifPresent(group -> places.add(new Overview.Place(site.label(),
                    group.members().stream().map(MemberInfo::name).sorted().toList())));
        }
        places.sort(Comparator.comparing(Overview.Place::site));
        return places;
    }

    private List<Overview.Edge> tree(GroupStack stack) {
        return stack.tree().map(tree -> tree.links().stream()
                .map(link -> new Overview.Edge(delegate.siteName(link.a()), delegate.siteName(link.b()))).toList())
                .orElse(List.of());
    }

    private Overview.Source source(GroupInfo info, GroupStack stack, RateSourceStats source, Optional<RelayState> relay) {
        Optional<String> limiting = source.limitingReceiver().isPresent()
                ? Optional.of(delegate.siteName(new SiteId(source.limitingReceiver().getAsLong()))) : Optional.empty();
        Optional<ReliabilityStats> kept = relay.isPresent() ? Optional.of(stack.reliability().stats()) : Optional.empty();
        double sent = history.sentRate(info.name());
        return new Overview.Source(BitRates.of(source.allowedRate()), source.slowStart(),
                Optional.of(RateReasons.of(stack, relay, sent, delegate.limits(info.name()), nowNanos)), limiting,
                Duration.ofNanos(history.limitedNanos(info.name(), nowNanos)), BitRates.of(sent),
                stack.rate().sentBytes(), stack.rate().packetsSent(),
                kept.map(ReliabilityStats::repairSegments).orElse(0L),
                kept.map(ReliabilityStats::backlogSegments).orElse(0L),
                kept.map(ReliabilityStats::unstableSegments).orElse(0L), kept.map(ReliabilityStats::missing).orElse(0L),
                Optional.of(stack.rate().staleSamples()));
    }

    private List<Overview.Receiver> receivers(RateSourceStats source) {
        return source.receivers().stream().map(each -> new Overview.Receiver(delegate.siteName(new SiteId(each.key())),
                Duration.ofNanos(each.rttNanos()), each.acceptableRate() < Double.POSITIVE_INFINITY
                        ? Optional.of(BitRates.of(each.acceptableRate())) : Optional.empty(), each.lossEventRate())).toList();
    }

    private List<Overview.Arrival> arrivals(GroupStack stack) {
        List<Overview.Arrival> arrivals = new ArrayList<>();
        for (var entry : stack.rate().receiverStats(nowNanos).entrySet()) {
            RateReceiverStats stats = entry.getValue();
            arrivals.add(new Overview.Arrival(delegate.siteName(entry.getKey()), BitRates.of(stats.receiveRate()),
                    stats.received(), stats.lost(), Optional.of(stack.rate().staleSamples(entry.getKey()))));
        }
        return arrivals;
    }
}
