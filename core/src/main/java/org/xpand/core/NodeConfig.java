package org.xpand.core;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.keys.KeyRing;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.site.Founding;

/**
 * A node's settings, complete and checked.
 *
 * @param site              name of the site
 * @param name              name of this process
 * @param wanBind           where this process receives datagrams and control connections when it is the delegate; without it the
 *                          process never becomes delegate
 * @param advertise         where other sites reach it, if not at {@code wanBind}
 * @param seeds             delegates of other sites to contact
 * @param lan               how the processes of the site reach each other
 * @param lanDatagrams      whether it exchanges messages as datagrams with processes of the site that do, if the LAN is UDP
 * @param strategy          name of the rate control
 * @param strategySettings  its settings
 * @param daemon            preferred as delegate
 * @param overlay           settings of the WAN side
 * @param relay             settings of the LAN side
 * @param socketBufferBytes requested size of each buffer of the socket to other sites
 * @param busyPolling       whether the loop asks for datagrams all the time instead of sleeping until one comes
 * @param patience          how long start, join and statistics wait
 * @param founding          what this process does while it finds no process of its site
 * @param company           how many processes the site needs for the start to complete
 * @param silence           silence after which another process of the site is suspected
 * @param key               the keys that all processes of all sites share; empty for none
 * @param trust             certificates and policy
 * @param executor          runs listeners; empty for a thread of the node's own
 * @param onEvent           receives events
 */
record NodeConfig(String site, String name, Optional<Endpoint> wanBind, Optional<Endpoint> advertise,
                  List<Endpoint> seeds, LanTransport lan, boolean lanDatagrams, String strategy, Map<String, String> strategySettings,
                  boolean daemon, OverlayConfig overlay, RelayConfig relay, int socketBufferBytes,
                  boolean busyPolling, Duration patience, Founding founding, JoinOptions.Company company, Duration silence,
                  Optional<KeyRing> key, TrustFiles trust, Optional<Executor> executor, Consumer<NodeEvent> onEvent) {
    private static final int LEAST_SOCKET_BUFFER = 4096;

    NodeConfig {
        if (socketBufferBytes < LEAST_SOCKET_BUFFER) {
            throw new IllegalArgumentException("socketBuffer " + socketBufferBytes + ": accepted is " + LEAST_SOCKET_BUFFER
                    + " bytes or more");
        }
        seeds = List.copyOf(seeds);
        strategySettings = Map.copyOf(strategySettings);
    }
}
