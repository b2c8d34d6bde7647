/** The API of a site's membership for applications: the choice of the LAN's transport. */
package org.xpand.membership.api;
