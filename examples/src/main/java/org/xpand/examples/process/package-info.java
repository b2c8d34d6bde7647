/** Processes that commands start: each runs the {@code xpand} command and prints JSON lines. */
package org.xpand.examples.process;
