package org.xpand.core;

import org.xpand.protocols.directory.SenderId;

/**
 * A message as it was sent.
 *
 * @param group   the group it was sent to
 * @param sender  who sent it: one membership of one process
 * @param own     whether this node sent it
 * @param payload the bytes; the receiver's to keep
 */
public record Message(String group, SenderId sender, boolean own, byte[] payload) {
}
