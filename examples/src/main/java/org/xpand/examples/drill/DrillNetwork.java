package org.xpand.examples.drill;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.xpand.examples.wan.EmulatedWan;
import org.xpand.simulator.WanProfile;

/** The addresses of a drill's processes, and their network: direct or emulated. */
final class DrillNetwork implements AutoCloseable {
    private static final int WAN_PORT = 7800;
    private static final int LAN_PORT = 7900;
    private static final List<String> NAMES = List.of("a", "b", "c");

    private final List<ProcessPlace> places;
    private final List<InetSocketAddress> real = new ArrayList<>();
    private final List<String> sites;
    private final Optional<EmulatedWan> emulated;
    private final double usualLoss;

    /**
     * @param network second byte of the addresses, so that several drills may run on one machine
     * @param profile profile of the emulated network, if there is one
     */
    DrillNetwork(List<ProcessPlace> places, int network, Optional<WanProfile> profile, long seed) throws IOException {
        this.places = places;
        for (ProcessPlace place : places) {
            real.add(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, (byte) network,
                (byte) (place.site() + 1), (byte) (place.member() + 1)}), WAN_PORT));
        }
        if (profile.isPresent()) {
            List<EmulatedWan.Attachment> attachments = new ArrayList<>();
            for (int i = 0; i < places.size(); i++) {
                attachments.add(new EmulatedWan.Attachment(places.get(i).site(), real.get(i)));
            }
            sites = profile.get().sites();
            usualLoss = profile.get().link(sites.get(0), sites.get(1)).lossProbability();
            EmulatedWan wan = new EmulatedWan(seed, profile.get(), attachments);
            wan.start();
            emulated = Optional.of(wan);
        } else {
            sites = NAMES;
            usualLoss = 0;
            emulated = Optional.empty();
        }
    }

    /** Returns the name of a site. */
    String site(int index) {
        return sites.get(index);
    }

    /** Returns the options for the process on a seat. */
    List<String> options(ProcessPlace place) {
        int index = places.indexOf(place);
        String host = real.get(index).getAddress().getHostAddress();
        String lanPeers = places.stream().filter(other -> other.site() == place.site())
                .map(other -> real.get(places.indexOf(other)).getAddress().getHostAddress() + ":" + LAN_PORT)
                .collect(Collectors.joining(","));
        String seeds = places.stream().filter(other -> other.site() != place.site())
                .map(other -> advertised(places.indexOf(other))).collect(Collectors.joining(","));
        return List.of("--site", site(place.site()), "--name", place.name(), "--wan-bind", host + ":" + WAN_PORT,
                "--advertise", advertised(index), "--seeds", seeds, "--lan", "tcp", "--lan-bind", host + ":" + LAN_PORT,
                "--lan-peers", lanPeers);
    }

    private String advertised(int index) {
        InetSocketAddress address = emulated.map(wan -> wan.endpoint(index)).orElse(real.get(index));
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    /** Makes all links between sites lose this fraction of their datagrams from now on. */
    void setLoss(double probability) {
        emulated.orElseThrow().setLoss(probability);
    }

    /** Restores the initial losses. */
    void setUsualLoss() {
        emulated.orElseThrow().setLoss(usualLoss);
    }

    /** Blocks or unblocks datagrams between two sites, in both directions. */
    void block(int a, int b, boolean blocked) {
        blockPath(a, b, blocked);
        blockPath(b, a, blocked);
    }

    /** Blocks or unblocks datagrams from one site to another. */
    void blockPath(int from, int to, boolean blocked) {
        emulated.orElseThrow().blockDatagrams(from, to, blocked);
    }

    /** Stops or resumes control connections between two sites. */
    void holdControl(int a, int b, boolean hold) {
        emulated.orElseThrow().holdControl(a, b, hold);
    }

    /** Returns the datagrams sent into cut paths, all paths together. */
    long blocked() {
        long all = 0;
        for (int from = 0; emulated.isPresent() && from < sites.size(); from++) {
            for (int to = 0; to < sites.size(); to++) {
                all += from == to ? 0 : emulated.get().blockedDatagrams(from, to);
            }
        }
        return all;
    }

    /** Returns the round-trip time between the first two sites, nanoseconds. */
    long rttNanos() {
        return emulated.orElseThrow().settings(0, 1).delayNanos() + emulated.orElseThrow().settings(1, 0).delayNanos();
    }

    @Override
    public void close() throws IOException {
        if (emulated.isPresent()) {
            emulated.get().close();
        }
    }
}
