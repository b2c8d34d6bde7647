/** Faults in real processes and their effects on the survivors: the command {@code drill}. */
package org.xpand.examples.drill;
