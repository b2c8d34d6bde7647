/** Who is in a site, which id it has, and which of its processes represents it: pure functions and state machines. */
package org.xpand.protocols.site;
