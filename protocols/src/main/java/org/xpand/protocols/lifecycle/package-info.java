/** States with the possible transitions between them. */
package org.xpand.protocols.lifecycle;
