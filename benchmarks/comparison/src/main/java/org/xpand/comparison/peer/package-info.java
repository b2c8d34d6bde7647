/** One adapter for each system that is compared: the same few calls in front of each. */
package org.xpand.comparison.peer;
