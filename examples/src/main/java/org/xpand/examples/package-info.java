/** The {@code xpand} command. Exit codes: 0 done, 1 the job failed, 2 wrong use. */
package org.xpand.examples;
