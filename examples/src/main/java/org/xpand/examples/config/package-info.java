/** Settings of a node from a file and from the environment, below the flags of the command line. */
package org.xpand.examples.config;
