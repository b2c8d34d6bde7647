/** Commands that show a running node in a terminal. */
package org.xpand.examples.watch;
