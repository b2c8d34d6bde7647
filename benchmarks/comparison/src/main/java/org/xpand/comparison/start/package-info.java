/** How soon what is started does its work. */
package org.xpand.comparison.start;
