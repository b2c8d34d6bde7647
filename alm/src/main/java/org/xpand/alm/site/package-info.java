/**
 * One process of a site, whole and pure: its groups, who else is in them, whether it is the site's delegate and what it does
 * as delegate. {@link org.xpand.alm.site.SiteProcess} is the entry; ports lead to the LAN, to the other sites and to the
 * applications.
 */
package org.xpand.alm.site;
