/** The API for applications: a node in a site, and the groups that it joins. Start with {@link org.xpand.core.XpandNode#builder()}. */
package org.xpand.core;
