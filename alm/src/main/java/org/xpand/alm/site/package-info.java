/**
 * One process of a site, whole and pure: its groups, their members, and its role if it is the site's delegate.
 * {@link org.xpand.alm.site.SiteProcess} is the entry; ports lead to the LAN, to the other sites and to the
 * applications.
 */
package org.xpand.alm.site;
