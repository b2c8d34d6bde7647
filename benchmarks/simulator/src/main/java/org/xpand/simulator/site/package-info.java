/**
 * Sites in virtual time: the production classes of overlay, stack, relay, sender and member, on the simulated
 * network. The site's group communication and the control channel are only models.
 */
package org.xpand.simulator.site;
