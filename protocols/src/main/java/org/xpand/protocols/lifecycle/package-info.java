/** States with the moves that are possible between them. */
package org.xpand.protocols.lifecycle;
