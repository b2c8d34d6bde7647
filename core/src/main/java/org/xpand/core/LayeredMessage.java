package org.xpand.core;

import org.xpand.protocols.api.SenderId;

/**
 * A message of a layered group as it was sent.
 *
 * @param group      the group it was sent to
 * @param sender     who sent it: one membership of one process
 * @param own        whether this node sent it
 * @param precedence its drop precedence, 0 for the most important
 * @param number     its number among the sender's messages of this precedence, from 0 on
 * @param payload    the bytes; the receiver's to keep
 */
public record LayeredMessage(String group, SenderId sender, boolean own, int precedence, long number, byte[] payload) {
}
