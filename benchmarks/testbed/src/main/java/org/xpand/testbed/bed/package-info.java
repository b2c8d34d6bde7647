/** The bed itself: sites, links and programs on this machine, and what is counted. */
package org.xpand.testbed.bed;
