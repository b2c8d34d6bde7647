/**
 * Sites in virtual time: the classes that run on sockets, overlay, stack, relay, sender and member, on the simulated
 * network. Of the site's group communication and the control channel there is a model only.
 */
package org.xpand.simulator.site;
