/** Keys and seals: what leaves is authenticated and encrypted, what comes is believed only if it opens, and only once. */
package org.xpand.protocols.seal;
