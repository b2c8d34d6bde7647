/** The processes of a site, its id, and the election of its delegate: pure functions and state machines. */
package org.xpand.protocols.site;
