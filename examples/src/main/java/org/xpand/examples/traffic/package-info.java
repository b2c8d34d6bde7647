/** Numbered, timed and checked traffic: the commands {@code load} and {@code sink}. Clocks are the machine's. */
package org.xpand.examples.traffic;
