package org.xpand.core;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.xpand.alm.overlay.DatagramOut;
import org.xpand.alm.udp.DatagramLink;
import org.xpand.alm.udp.LinkListener;
import org.xpand.alm.udp.LinkSettings;
import org.xpand.alm.udp.LinkStats;
import org.xpand.membership.control.ControlChannel;
import org.xpand.membership.control.ControlConfig;
import org.xpand.membership.control.ControlListener;
import org.xpand.protocols.control.Conflict;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.Endpoint;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.PartRule;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;

/** A delegate's way to the other sites: the socket and the control channel. */
final class WanPort implements DatagramOut, LinkListener, ControlListener {
    private static final long ANNOUNCE_NANOS = 1_000_000_000L;
    /** The same for each site: what a delegate is told in a second stays the same however many there are. */
    private static final long SITE_ANNOUNCE_NANOS = 50_000_000L;

    private final NodeConfig config;
    private final NodeEngine engine;
    private final DelegateRole role;
    private final long incarnation;
    private final Endpoint bind;
    private final PartRule rule;
    private final Newest<Heard> heard = new Newest<>();
    private volatile List<Endpoint> met = List.of();
    private SiteInfo own;
    private boolean beginsAnew;
    private DatagramLink link;
    private ControlChannel control;
    private List<GroupInfo> announced;
    private boolean tooManyGroups;
    private Directory directory;
    private long nextAnnounceNanos;

    /** What the control channel has told last. */
    private record Heard(Directory directory, Map<SiteId, InetSocketAddress> endpoints) {
    }

    WanPort(NodeConfig config, NodeEngine engine, DelegateRole role, long incarnation, Endpoint bind) {
        this.config = config;
        this.engine = engine;
        this.role = role;
        this.rule = new PartRule(role.home(), role.isPart());
        this.incarnation = incarnation;
        this.bind = bind;
    }

    /**
     * Binds and connects; takes up to some seconds and is not called on the loop.
     *
     * @param met delegates to look for besides the seeds: others may have this one for their only seed, and find it some
     *            seconds later than it takes itself for the only one
     */
    void open(List<Endpoint> met) {
        InetSocketAddress address = new InetSocketAddress(bind.host(), bind.port());
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("wanBind '" + bind + "': the host is not known");
        }
        link = DatagramLink.open(engine.loop(), LinkSettings.bind(address), engine::nanoTime, this);
        try {
            control = new ControlChannel(new ControlConfig(config.name(), incarnation, bind, config.advertise(),
                    Stream.concat(config.seeds().stream(), met.stream()).distinct().toList()), this);
            control.start();
        } catch (RuntimeException e) {
            link.close();
            throw e;
        }
    }

    /** The site's groups are known, or have changed. Nothing is announced before: it would look as if there were none. */
    void groups(List<GroupInfo> infos, long nowNanos) {
        List<GroupInfo> toTell = tellable(infos);
        if (infos.size() > toTell.size() && !tooManyGroups) {
            engine.event(NodeEvent.Kind.ERROR, "site " + config.site() + " has " + infos.size() + " groups: only "
                    + toTell.size() + " can be told to the other sites, the rest stay within this one");
        }
        tooManyGroups = infos.size() > toTell.size();
        if (!toTell.equals(announced)) {
            announced = List.copyOf(toTell);
            announce(nowNanos);
        }
    }

    private static List<GroupInfo> tellable(List<GroupInfo> infos) {
        return infos.subList(0, Math.min(infos.size(), ControlChannel.MAX_GROUPS));
    }

    boolean hasAnnounced(List<GroupInfo> infos) {
        return tellable(infos).equals(announced);
    }

    private void announce(long nowNanos) {
        int sites = directory == null ? 0 : directory.sites().size();
        nextAnnounceNanos = nowNanos + Math.max(ANNOUNCE_NANOS, sites * SITE_ANNOUNCE_NANOS);
        own = new SiteInfo(role.site(), role.home(), config.site(), incarnation, control.endpoint().orElseThrow(), announced,
                role.overlay().rttNanos(), SnapshotId.NONE);
        control.announce(own);
        lookAtParts(nowNanos);
    }

    private void lookAtParts(long nowNanos) {
        if (own != null && directory != null) {
            rule.update(own, directory, nowNanos);
        }
    }

    long run(long nowNanos) {
        if (rule.isDue(nowNanos) && !beginsAnew) {
            beginsAnew = true;
            engine.beginAnew(role);
        }
        link.flush();
        for (SiteId silent : role.overlay().suspects(nowNanos)) {
            SiteInfo info = directory == null ? null : directory.sites().get(silent);
            if (info != null) {
                control.suspect(info.incarnation());
            }
        }
        if (announced == null) {
            return Long.MAX_VALUE;
        }
        if (nowNanos - nextAnnounceNanos >= 0) {
            announce(nowNanos);
        }
        return beginsAnew ? nextAnnounceNanos : Math.min(nextAnnounceNanos, rule.deadlineNanos());
    }

    /** Where the delegates of other sites are that were heard of last. Any thread. */
    List<Endpoint> met() {
        return met;
    }

    /** What is known of the sites; empty before the first word of the control channel. */
    Optional<Directory> directory() {
        return Optional.ofNullable(directory);
    }

    LinkStats linkStats() {
        return link.stats();
    }

    @Override
    public void send(SiteId to, byte[] buffer, int offset, int length) {
        link.send(to, buffer, offset, length);
    }

    @Override
    public boolean isWritable() {
        return link.writable();
    }

    @Override
    public void writable() {
        engine.turn();
    }

    @Override
    public void receive(SiteId from, byte[] buffer, int offset, int length, long arrivalNanos) {
        role.overlay().receive(from, buffer, offset, length, arrivalNanos);
    }

    @Override
    public void readComplete() {
        engine.turn();
    }

    /** Called on a thread of the control channel: names are resolved there, never on the loop. */
    @Override
    public void onDirectory(Directory newDirectory) {
        TreeMap<SiteId, InetSocketAddress> endpoints = new TreeMap<>();
        newDirectory.sites().forEach((id, info) -> {
            if (!id.equals(role.site())) {
                endpoints.put(id, new InetSocketAddress(info.endpoint().host(), info.endpoint().port()));
            }
        });
        met = newDirectory.sites().values().stream().filter(info -> !info.id().equals(role.site())).map(SiteInfo::endpoint)
                .toList();
        // With many sites they come faster than trees are made.
        if (heard.put(new Heard(newDirectory, endpoints))) {
            engine.execute(this::apply);
        }
    }

    private void apply() {
        Heard newest = heard.take();
        directory = newest.directory;
        lookAtParts(engine.nanoTime());
        link.endpoints(newest.endpoints);
        role.directory(directory);
    }

    /** Called on a thread of the control channel. */
    @Override
    public void onConflict(Conflict conflict) {
        engine.event(NodeEvent.Kind.CONFLICT, conflict.message());
    }

    /** Called on a thread of the control channel. */
    @Override
    public void onForeignDelegate(String text) {
        engine.event(NodeEvent.Kind.CONFLICT, text);
    }

    /** Not called on the loop. */
    void close() {
        control.close();
        link.close();
    }
}
