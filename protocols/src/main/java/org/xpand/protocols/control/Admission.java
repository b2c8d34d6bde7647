package org.xpand.protocols.control;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.wire.MalformedPacketException;

/**
 * Checks what delegates may announce: only the site of their certificate, with an id and an endpoint that no other site has, and
 * groups that the policy lets the site join. The rest is left out. Sans-IO, not thread-safe.
 */
public final class Admission {
    /** Most ids that are remembered. */
    private static final int MAX_KNOWN = 8192;

    private final Consumer<String> onRefusal;
    private final BiConsumer<Long, String> onRefused;
    private final Map<SiteId, String> names = new HashMap<>();
    private final Map<Endpoint, Claim> endpoints = new HashMap<>();
    private final TreeSet<String> reported = new TreeSet<>();
    private final TreeSet<String> notifiedSites = new TreeSet<>();
    private List<Long> view = List.of();

    private record Claim(String site, long incarnation) {
    }

    /**
     * @param onRefusal receives one line for each refusal, once
     * @param onRefused receives the same with the incarnation of the refused delegate, so that it can be notified
     */
    public Admission(Consumer<String> onRefusal, BiConsumer<Long, String> onRefused) {
        this.onRefusal = onRefusal;
        this.onRefused = onRefused;
    }

    /**
     * The delegates in the control channel are these now.
     *
     * @param incarnations the incarnations of all connected delegates, the coordinator first
     */
    public void view(List<Long> incarnations) {
        view = List.copyOf(incarnations);
        endpoints.values().removeIf(claim -> !view.contains(claim.incarnation));
    }

    /**
     * Returns the admitted content of a message.
     *
     * @param from      the incarnation of the delegate that sent it
     * @param certified the site of its certificate; empty if none is required
     * @param process   the delegate's process
     * @param policy    the policy that holds now
     * @param bytes     the message as received
     * @return empty if nothing is admitted: the delegate is then to be treated as absent
     */
    public Optional<byte[]> admit(long from, Optional<String> certified, String process, Policy policy, byte[] bytes) {
        ControlMessage message;
        try {
            message = ControlCodec.decode(bytes, 0, bytes.length);
        } catch (MalformedPacketException | IllegalArgumentException e) {
            // The next reader reports the error.
            return Optional.of(bytes);
        }
        if (message instanceof ControlMessage.Announcement announcement) {
            SiteInfo site = announcement.site();
            Optional<String> refusal = refusal(from, certified, process, policy, site);
            if (refusal.isPresent()) {
                report(from, refusal.get());
                return Optional.empty();
            }
            names.putIfAbsent(site.id(), site.name());
            names.putIfAbsent(site.home(), site.name());
            endpoints.put(site.endpoint(), new Claim(site.name(), from));
            List<GroupInfo> allowed = site.groups().stream().filter(group -> policy.mayJoin(site.name(), group.name().id())).toList();
            if (allowed.size() < site.groups().size()) {
                site.groups().forEach(group -> policy.refusesJoin(site.name(), group.name()).ifPresent(why -> report(from, why)));
                return Optional.of(ControlCodec.encode(new ControlMessage.Announcement(site.withGroups(allowed), announcement.term(),
                        announcement.view())));
            }
        } else if (message instanceof ControlMessage.Publication publication) {
            return Optional.of(withoutUnasked(publication.snapshot(), policy, bytes));
        }
        return Optional.of(bytes);
    }

    private Optional<String> refusal(long from, Optional<String> certified, String process, Policy policy, SiteInfo site) {
        if (site.incarnation() != from) {
            return Optional.of("site '" + site.name() + "': delegate " + from + " speaks as another one");
        }
        Optional<String> speaker = certified.flatMap(name -> policy.refusesSpeaker(name, site.name()));
        if (speaker.isPresent()) {
            return speaker;
        }
        Optional<String> delegate = policy.refusesDelegate(site.name(), process);
        if (delegate.isPresent()) {
            return delegate;
        }
        String ofId = names.getOrDefault(site.id(), site.name());
        String ofHome = names.getOrDefault(site.home(), site.name());
        if (certified.isPresent() && (!ofId.equals(site.name()) || !ofHome.equals(site.name()) || names.size() >= MAX_KNOWN)) {
            return Optional.of("site '" + site.name() + "': its id is that of site '" + (ofId.equals(site.name()) ? ofHome : ofId) + "'");
        }
        Claim claim = endpoints.get(site.endpoint());
        if (claim != null && claim.incarnation != from && !claim.site.equals(site.name()) && view.contains(claim.incarnation)) {
            return Optional.of("site '" + site.name() + "': its endpoint " + site.endpoint() + " is that of site '" + claim.site
                    + "'; accepted is one of its own, or when that site's delegate is gone");
        }
        return Optional.empty();
    }

    /** Removes sites that may not join a group, since a snapshot could otherwise put them on the group's tree. */
    private byte[] withoutUnasked(OverlaySnapshot snapshot, Policy policy, byte[] bytes) {
        TreeMap<GroupId, SortedSet<SiteId>> groups = new TreeMap<>();
        boolean changed = false;
        for (Map.Entry<GroupId, SortedSet<SiteId>> group : snapshot.groups().entrySet()) {
            TreeSet<SiteId> sites = new TreeSet<>(group.getValue());
            changed |= sites.removeIf(site -> names.containsKey(site) && !policy.mayJoin(names.get(site), group.getKey()));
            groups.put(group.getKey(), sites);
        }
        return changed ? ControlCodec.encode(new ControlMessage.Publication(new OverlaySnapshot(snapshot.id(), snapshot.costs(), groups)))
                : bytes;
    }

    private void report(long from, String refusal) {
        if (reported.size() < MAX_KNOWN && reported.add(refusal)) {
            onRefusal.accept(refusal);
        }
        if (notifiedSites.size() < MAX_KNOWN && notifiedSites.add(from + " " + refusal)) {
            onRefused.accept(from, refusal);
        }
    }
}
