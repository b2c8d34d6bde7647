package org.xpand.membership.control;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.xpand.membership.jgroups.ConnectionLimits;
import org.xpand.membership.jgroups.ProcessAddress;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.keys.KeyRing;
import org.xpand.protocols.seal.ConnectionTrust;

/**
 * Settings of a {@link ControlChannel}. Immutable and validated; host names are resolved at the start.
 *
 * @param name        name of this delegate, 1 to {@value ProcessAddress#MAX_NAME_BYTES} bytes of UTF-8
 * @param incarnation random 64-bit value of this delegate, not 0: {@code SiteInfo.incarnation()}
 * @param bind        where to listen, the same port as for datagrams; for a wildcard the advertised address is bound if it is one
 *                    of this host's, else the first usable one, because JGroups binds no wildcards
 * @param advertise   where the others reach this delegate, if not at the bound address: behind an address translation or an
 *                    emulated network
 * @param seeds       delegates to contact, as they are advertised; may include this one
 * @param timings     time-outs
 * @param doors       limits for unknown peers at the port
 * @param key         processes without it can neither read nor send; empty for none
 * @param trust       decides which peers are trusted; empty to trust every process with the key
 */
public record ControlConfig(String name, long incarnation, Endpoint bind, Optional<Endpoint> advertise,
                            List<Endpoint> seeds, Timings timings, ConnectionLimits doors,
                            Optional<KeyRing> key, Optional<ConnectionTrust> trust) {
    /** Distinguishes delegates' addresses from others. */
    static final char ADDRESS_TAG = 'c';

    /** @throws IllegalArgumentException naming the setting, its value and what is accepted */
    public ControlConfig {
        seeds = List.copyOf(seeds);
        new ProcessAddress(incarnation, ADDRESS_TAG, name);
    }

    /**
     * Settings with time-outs for a wide-area network and the usual limits.
     *
     * @param name        name of this delegate, 1 to {@value ProcessAddress#MAX_NAME_BYTES} bytes of UTF-8
     * @param incarnation incarnation of the delegate's term
     * @param bind        the address at which it accepts connections
     * @param advertise   the address at which others reach it; empty for the bound one
     * @param seeds       addresses at which other delegates may be found
     */
    public ControlConfig(String name, long incarnation, Endpoint bind, Optional<Endpoint> advertise,
                         List<Endpoint> seeds) {
        this(name, incarnation, bind, advertise, seeds, Timings.WIDE_AREA);
    }

    /**
     * Settings with the usual limits.
     *
     * @param name        name of this delegate, 1 to {@value ProcessAddress#MAX_NAME_BYTES} bytes of UTF-8
     * @param incarnation incarnation of the delegate's term
     * @param bind        the address at which it accepts connections
     * @param advertise   the address at which others reach it; empty for the bound one
     * @param seeds       addresses at which other delegates may be found
     * @param timings     time limits of the failure detection
     */
    public ControlConfig(String name, long incarnation, Endpoint bind, Optional<Endpoint> advertise,
                         List<Endpoint> seeds, Timings timings) {
        this(name, incarnation, bind, advertise, seeds, timings, ConnectionLimits.DEFAULT, Optional.empty(), Optional.empty());
    }

    /**
     * {@return these settings with another key, or without one}
     *
     * @param newKey the keys that encrypt and authenticate connections
     */
    public ControlConfig with(Optional<KeyRing> newKey) {
        return new ControlConfig(name, incarnation, bind, advertise, seeds, timings, doors, newKey, trust);
    }

    /**
     * {@return these settings with a key and certificates}
     *
     * @param newKey   the keys that encrypt and authenticate connections
     * @param newTrust the certificates of this process and those that it accepts
     */
    public ControlConfig with(KeyRing newKey, ConnectionTrust newTrust) {
        return new ControlConfig(name, incarnation, bind, advertise, seeds, timings, doors, Optional.of(newKey), Optional.of(newTrust));
    }

    /**
     * Time-outs on the wide-area network. They have to leave room for the RTT, for TCP's repair of a lost segment (1 s at least the
     * first time, RFC 6298 §2) and for a congested path; otherwise congestion looks like failure.
     *
     * @param connect       how long a TCP connection may take to open
     * @param join          how long a starting delegate looks for others before it continues alone, and waits for an answer to its
     *                      request to join
     * @param heartbeat     interval of the heartbeats
     * @param silence       heartbeats missing for this long make a suspect; a killed process is suspected at once, when
     *                      its connections close
     * @param verify        how long a suspect has to answer before it is excluded, at most; less if it has been silent on the data
     *                      path, and it is excluded at once when its host refuses connections to its port
     * @param mergeInterval longest interval at which delegates look for seeds and for others they lost
     */
    public record Timings(Duration connect, Duration join, Duration heartbeat, Duration silence, Duration verify,
                          Duration mergeInterval) {
        /**
         * For RTTs up to about half a second. The silence has room for a heartbeat that TCP has to send three times (after 1 s and
         * 2 s more, RFC 6298 §2 and §5.5), the interval of the heartbeats and half an RTT; at 1 % of loss that is exceeded about
         * once in a million heartbeats, and a suspected member is probed before it is excluded.
         */
        public static final Timings WIDE_AREA = new Timings(Duration.ofMillis(1500), Duration.ofMillis(2000),
                Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofMillis(1500), Duration.ofSeconds(1));
    }
}
