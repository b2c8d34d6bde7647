package org.xpand.examples.config;

import java.time.Duration;
import java.util.OptionalLong;
import org.xpand.core.NodeBuilder;

/**
 * Retention for sites that are not reached and processes that hang.
 *
 * @param time  how long
 * @param bytes per sender; if empty, a node's default
 */
public record RetentionSetting(Duration time, OptionalLong bytes) {
    static RetentionSetting parse(String text) {
        String[] parts = Forms.oneOrTwo(text);
        Duration time = Forms.positiveSeconds(parts[0]);
        if (parts.length == 1) {
            return new RetentionSetting(time, OptionalLong.empty());
        }
        long bytes = Long.parseLong(parts[1].strip());
        Forms.require(bytes >= NodeBuilder.LEAST_RETENTION && bytes <= NodeBuilder.MOST_RETENTION);
        return new RetentionSetting(time, OptionalLong.of(bytes));
    }
}
