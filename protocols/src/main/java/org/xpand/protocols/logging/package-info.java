/** What decides whether something is logged; it logs nothing itself. */
package org.xpand.protocols.logging;
