package org.xpand.examples.config;

import java.time.Duration;
import org.xpand.protocols.api.SlowMemberPolicy;
import org.xpand.protocols.relay.RelayConfig;

/**
 * What becomes of a member that holds a group up.
 *
 * @param policy  what
 * @param timeout after it has done so for so long
 */
public record SlowMemberSetting(SlowMemberPolicy policy, Duration timeout) {
    /** If nothing is said. */
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
