/** Faults in real processes, and what the survivors have seen of them: the command {@code drill}. */
package org.xpand.examples.drill;
