package org.xpand.membership.site;

/**
 * Counters of a {@link SiteChannel} since its start.
 *
 * @param sent           messages sent for the application, multicasts and unicasts
 * @param sentBytes      their bytes
 * @param received       messages delivered to the listener, including own ones
 * @param receivedBytes  their bytes
 * @param dropped        messages of strangers or of an unknown kind
 * @param listenerErrors exceptions thrown by the listener
 */
public record SiteChannelStats(long sent, long sentBytes, long received, long receivedBytes, long dropped,
                               long listenerErrors) {
}
