package org.xpand.protocols.reliability;

/**
 * The start of a sender for a site, as announced by the source.
 *
 * @param first number from which on the site gets everything, as far as the source knows
 * @param kept  number from which on the source keeps everything, not above {@code first}: earlier segments may be requested down to
 *              it
 */
record SenderStart(long first, long kept) {
}
