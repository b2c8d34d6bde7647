/** Names, identities and the {@link org.xpand.protocols.directory.Directory} of all sites and their members. */
package org.xpand.protocols.directory;
