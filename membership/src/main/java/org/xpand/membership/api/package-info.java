/** What applications see of the membership inside a site: the choice of the LAN's transport. */
package org.xpand.membership.api;
