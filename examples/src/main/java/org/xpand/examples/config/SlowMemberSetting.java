package org.xpand.examples.config;

import java.time.Duration;
import org.xpand.protocols.api.SlowMemberPolicy;
import org.xpand.protocols.relay.RelayConfig;

/**
 * Treatment of a member that slows a group.
 *
 * @param policy  the treatment
 * @param timeout how long it has to slow the group before that
 */
public record SlowMemberSetting(SlowMemberPolicy policy, Duration timeout) {
    /** The default. */
    static final SlowMemberSetting DEFAULT = new SlowMemberSetting(RelayConfig.defaults().slowMemberPolicy(),
            Duration.ofNanos(RelayConfig.defaults().slowMemberTimeoutNanos()));

    static SlowMemberSetting parse(String text) {
        String[] parts = Forms.oneOrTwo(text);
        return new SlowMemberSetting(Forms.constant(parts[0].strip(), SlowMemberPolicy.class),
                parts.length == 1 ? DEFAULT.timeout : Forms.positiveSeconds(parts[1]));
    }

    @Override
    public String toString() {
        return Forms.word(policy) + "," + Forms.seconds(timeout);
    }
}
