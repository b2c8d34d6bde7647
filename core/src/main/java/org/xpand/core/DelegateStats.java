package org.xpand.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.xpand.alm.api.LinkStats;
import org.xpand.alm.api.PathStats;
import org.xpand.alm.overlay.GroupStack;
import org.xpand.alm.site.Delegate;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.relay.GroupRelay;
import org.xpand.protocols.relay.RelayState;
import org.xpand.protocols.relay.SiteRelay;
import org.xpand.protocols.stack.RedundancyLayer;

/** Builds the public statistics from the state of a delegate. */
final class DelegateStats {
    private DelegateStats() {
    }

    /** Statistics of a group of which this node is the member {@code member}. */
    static GroupStats group(Delegate delegate, Membership group, GroupStats.Local local, SourceHistory history, long nowNanos) {
        GroupName name = group.groupName();
        String strategy = group.service().strategy();
        Optional<GroupStack> open = delegate.stack(name);
        if (open.isEmpty()) {
            return local.of(name.value(), strategy);
        }
        GroupStack stack = open.get();
        var source = stack.rate().sourceStats(nowNanos);
        List<GroupStats.Path> paths = new ArrayList<>();
        for (var receiver : source.receivers()) {
            SiteId site = new SiteId(receiver.key());
            var inbound = stack.rate().receiverStats(site, nowNanos);
            paths.add(new GroupStats.Path(delegate.siteName(site), Duration.ofNanos(receiver.rttNanos()),
                    BitRates.of(receiver.acceptableRate()), receiver.lossEventRate(), inbound.map(stats -> stats.received()).orElse(0L),
                    inbound.map(stats -> stats.lost()).orElse(0L)));
        }
        Optional<String> limiting = source.limitingReceiver().isPresent()
                ? Optional.of(delegate.siteName(new SiteId(source.limitingReceiver().getAsLong()))) : Optional.empty();
        List<String> waitsFor = new ArrayList<>();
        long repairs = 0;
        long backlog = 0;
        Optional<RelayState> state = Optional.empty();
        Optional<SiteRelay> relay = delegate.relay(name);
        if (relay.isPresent() && relay.get() instanceof GroupRelay reliable) {
            state = Optional.of(reliable.state(nowNanos));
            waitsFor.addAll(reliable.slowestMembers(group.id()));
            stack.reliability().sitesThatLackTheOldest(group.id()).forEach(site -> waitsFor.add(delegate.siteName(site)));
            repairs = stack.reliability().stats().repairSegments();
            backlog = stack.reliability().stats().backlogSegments();
        }
        return new GroupStats(name.value(), strategy, local.messagesSent(), local.bytesSent(), local.messagesDelivered(),
                local.bytesDelivered(), local.unstableMessages(), local.gapSegments(), local.demandBitPerSecond(),
                local.allocationBitPerSecond(), local.windowBytes(),
                RateReasons.of(stack, state, history.sentRate(name), delegate.limits(name), nowNanos), true,
                BitRates.of(source.allowedRate()), source.slowStart(), limiting, stack.rate().packetsSent(), repairs, backlog,
                stack.rate().staleSamples(),
                stack.redundancy().map(RedundancyLayer::stats), waitsFor, paths);
    }

    static NodeStats node(Delegate delegate, Optional<LinkStats> link, Optional<LanStats> lan, long lanMalformed) {
        Map<String, Duration> rtts = new TreeMap<>();
        delegate.overlay().rttNanos().forEach((site, rtt) -> rtts.put(delegate.siteName(site), Duration.ofNanos(rtt)));
        Map<String, PathStats> paths = new TreeMap<>();
        delegate.overlay().pathStats().forEach((site, path) -> paths.put(delegate.siteName(site), path));
        return new NodeStats(delegate.hasWan(), Optional.of(delegate.overlay().stats()), link, rtts, paths, lan, lanMalformed);
    }
}
