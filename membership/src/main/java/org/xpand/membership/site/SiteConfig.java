package org.xpand.membership.site;

import java.time.Duration;
import java.util.Optional;
import org.xpand.membership.api.LanTransport;
import org.xpand.membership.jgroups.ProcessAddress;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.keys.KeyRing;
import org.xpand.protocols.seal.ConnectionTrust;
import org.xpand.protocols.site.Founding;
import org.xpand.protocols.site.ProcessRole;

/**
 * Settings of a {@link SiteChannel}. Immutable and validated.
 *
 * @param site      name of the site, by the rules of {@link GroupName}; processes with the same name and transport find each other
 * @param name      name of this process, 1 to {@value ProcessAddress#MAX_NAME_BYTES} bytes of UTF-8
 * @param process   identity of this process, not {@link ProcessId#NONE}
 * @param role      whether it may become delegate
 * @param transport how the processes of the site reach each other
 * @param timings   time-outs
 * @param key       processes without it can neither read nor send; empty for none
 * @param trust     decides which peers are trusted, with a transport that has connections; empty to trust every process with the
 *                  key
 * @param founding  what it does while it finds no process of the site
 */
public record SiteConfig(String site, String name, ProcessId process, ProcessRole role, LanTransport transport,
                         Timings timings, Optional<KeyRing> key, Optional<ConnectionTrust> trust, Founding founding) {
    private static final int HEARTBEATS = 5;

    /** @throws IllegalArgumentException naming the setting, its value and what is accepted */
    public SiteConfig {
        GroupName.require("site name", site);
        new ProcessAddress(process.value(), role.code(), name);
    }

    /**
     * Settings with the default time-outs.
     *
     * @param site      name of the site
     * @param name      name of the process
     * @param process   identity of the process on its LAN
     * @param role      whether it may become delegate
     * @param transport how the site's processes reach each other
     */
    public SiteConfig(String site, String name, ProcessId process, ProcessRole role, LanTransport transport) {
        this(site, name, process, role, transport, Timings.DEFAULT);
    }

    /**
     * Settings without a key.
     *
     * @param site      name of the site
     * @param name      name of the process
     * @param process   identity of the process on its LAN
     * @param role      whether it may become delegate
     * @param transport how the site's processes reach each other
     * @param timings   time limits of the LAN's failure detection
     */
    public SiteConfig(String site, String name, ProcessId process, ProcessRole role, LanTransport transport, Timings timings) {
        this(site, name, process, role, transport, timings, Optional.empty(), Optional.empty(), Founding.DEFAULT);
    }

    /**
     * {@return these settings with another key, or without one}
     *
     * @param newKey the keys that encrypt and authenticate frames; empty for none
     */
    public SiteConfig with(Optional<KeyRing> newKey) {
        return new SiteConfig(site, name, process, role, transport, timings, newKey, trust, founding);
    }

    /**
     * {@return these settings with certificates: only connections with processes of the site are kept}
     *
     * @param newTrust the certificates of this process and those that it accepts
     */
    public SiteConfig with(ConnectionTrust newTrust) {
        return new SiteConfig(site, name, process, role, transport, timings, key, Optional.of(newTrust), founding);
    }

    /**
     * {@return these settings with another rule for a process that finds no other}
     *
     * @param newFounding what to do if no other process is found
     */
    public SiteConfig with(Founding newFounding) {
        return new SiteConfig(site, name, process, role, transport, timings, key, trust, newFounding);
    }

    /**
     * {@return these settings with another silence after which a process is suspected: a shorter one detects a hanging process sooner, but
     * also mistakes more pauses for failures}. A heartbeat is sent in each fifth of it. A suspected process is still probed before it is
     * excluded.
     *
     * @param silence more than 0
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public SiteConfig withSilence(Duration silence) {
        if (silence == null || silence.compareTo(Timings.LEAST_SILENCE) < 0 || silence.compareTo(Timings.MOST_SILENCE) > 0) {
            throw new IllegalArgumentException("silence " + silence + ": accepted are " + Timings.LEAST_SILENCE + " to "
                    + Timings.MOST_SILENCE);
        }
        return new SiteConfig(site, name, process, role, transport, new Timings(timings.join, silence.dividedBy(HEARTBEATS),
                silence, timings.verify, timings.mergeInterval, timings.identityLimit), key, trust, founding);
    }

    /** Name of the JGroups cluster. */
    String clusterName() {
        return "xpand-site-" + site;
    }

    /**
     * Time-outs on a LAN.
     *
     * @param join          how long a starting process waits for answers before it asks again
     * @param heartbeat     interval of the heartbeats
     * @param silence       a process whose heartbeats are missing for this long is suspected, after a longer time if they have been
     *                      late before: a computer that lost power or cable; a killed process is detected at once by its closed
     *                      socket
     * @param verify        how long a suspected process has to answer before it is excluded; it is excluded at once when its
     *                      computer refuses connections to its ports
     * @param mergeInterval longest interval at which the parts of a split LAN look for each other
     * @param identityLimit how long a joining process waits for the site's id
     */
    public record Timings(Duration join, Duration heartbeat, Duration silence, Duration verify, Duration mergeInterval,
                          Duration identityLimit) {
        /** The shortest accepted silence: five heartbeats a tenth of a second apart. */
        public static final Duration LEAST_SILENCE = Duration.ofMillis(500);
        /** The longest accepted silence. */
        public static final Duration MOST_SILENCE = Duration.ofMinutes(1);
        /**
         * For a LAN with a round-trip time of some milliseconds. A hanging process is excluded after two seconds: the silence, a
         * heartbeat and the time to answer. Pauses of half a second, as caused by garbage collection, are far from that; a LAN does
         * not lose five heartbeats in a row; and a process that is late repeatedly gets a longer time.
         */
        public static final Timings DEFAULT = new Timings(Duration.ofMillis(600), Duration.ofMillis(240),
                Duration.ofMillis(1200), Duration.ofMillis(500), Duration.ofSeconds(2), Duration.ofSeconds(10));
    }
}
