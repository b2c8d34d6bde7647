/** Keys and seals: sent data is authenticated and encrypted, received data is accepted only if it opens, and only once. */
package org.xpand.protocols.seal;
