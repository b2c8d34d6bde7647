package org.xpand.testbed.bed;

/**
 * What a link's counters distinguish.
 *
 * @param link     its name
 * @param source   the site that sent
 * @param target   the site it goes to
 * @param protocol {@code tcp}, {@code udp} or {@code other}
 */
public record FlowKey(String link, String source, String target, String protocol) {
}
