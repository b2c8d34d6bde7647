package org.xpand.protocols.reliability;

/**
 * Where a source says that a sender stands for a site.
 *
 * @param first number from which on the site gets everything, as far as the source knows
 * @param kept  number from which on the source holds everything, not above {@code first}: so far it may be asked for
 */
record SenderStart(long first, long kept) {
}
