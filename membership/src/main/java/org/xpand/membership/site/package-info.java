/**
 * A site: the processes of one LAN, their delegate and the reliable FIFO messages among them (Xpand §2). JGroups does
 * membership, failure detection, merging and delivery; who is delegate and which id the site has are decided here by
 * pure classes.
 */
package org.xpand.membership.site;
