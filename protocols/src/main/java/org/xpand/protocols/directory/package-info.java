/** Names, identities and the {@link org.xpand.protocols.directory.Directory} by which the protocols learn who is where. */
package org.xpand.protocols.directory;
