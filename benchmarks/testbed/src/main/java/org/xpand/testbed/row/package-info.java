/** The rows of the bed's table: networks, what happens on them, and the aims. */
package org.xpand.testbed.row;
