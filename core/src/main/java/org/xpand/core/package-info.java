/**
 * What an application embeds: a node in a site, and the groups it joins. Start at
 * {@link org.xpand.core.XpandNode#builder()}.
 */
package org.xpand.core;
