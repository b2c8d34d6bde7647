/**
 * A site: the processes of one LAN, their delegate and the reliable FIFO messages among them (Xpand §2). JGroups does membership,
 * failure detection, merging and delivery; pure classes here decide which process is the delegate and which id the site has.
 */
package org.xpand.membership.site;
