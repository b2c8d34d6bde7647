package org.xpand.core;

import org.xpand.protocols.directory.SenderId;

/**
 * A message as it was sent.
 *
 * @param group   the group it was sent to
 * @param sender  who sent it: one incarnation of one process
 * @param payload the bytes; the receiver's to keep
 */
public record Message(String group, SenderId sender, byte[] payload) {
}
