/**
 * Keys and certificates as stored in files: the shared key, a process's identity, the authority that issues it. Package
 * {@link org.xpand.protocols.seal} seals with them.
 */
package org.xpand.protocols.keys;
