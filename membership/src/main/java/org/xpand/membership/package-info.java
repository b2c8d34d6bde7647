/**
 * Who is where. {@link org.xpand.membership.site} joins the processes of one LAN, {@link org.xpand.membership.control}
 * joins the delegates of the sites; both hand what they learn to listeners and leave the data path between sites alone
 * (Xpand §2).
 */
package org.xpand.membership;
