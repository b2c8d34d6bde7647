package org.xpand.membership.site;

/**
 * Counters of a {@link SiteChannel} since its start.
 *
 * @param sent           messages of the application sent, multicasts and unicasts
 * @param sentBytes      their bytes
 * @param received       messages handed to the listener, own ones included
 * @param receivedBytes  their bytes
 * @param dropped        messages of strangers or of an unknown kind
 * @param listenerErrors exceptions thrown by the listener
 */
public record SiteChannelStats(long sent, long sentBytes, long received, long receivedBytes, long dropped,
                               long listenerErrors) {
}
