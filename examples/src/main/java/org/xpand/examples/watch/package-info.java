/** Looking at a running node from a terminal. */
package org.xpand.examples.watch;
