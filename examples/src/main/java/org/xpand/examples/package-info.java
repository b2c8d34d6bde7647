/** The {@code xpand} command. Exit codes: 0 success, 1 failure, 2 wrong usage. */
package org.xpand.examples;
