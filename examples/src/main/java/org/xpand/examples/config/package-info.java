/** Settings of a node from a file and from the environment, which the flags of the command line override. */
package org.xpand.examples.config;
