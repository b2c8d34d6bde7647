/**
 * Keys and certificates as files hold them: the shared key, a process's identity, the authority that issues it. What is sealed
 * with them, and how, is in {@link org.xpand.protocols.seal}.
 */
package org.xpand.protocols.keys;
