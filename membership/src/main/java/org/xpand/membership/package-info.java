/**
 * Membership. {@link org.xpand.membership.site} joins the processes of one LAN, {@link org.xpand.membership.control} joins the
 * delegates of the sites; both report to listeners and are independent of the data path between sites (Xpand §2).
 */
package org.xpand.membership;
