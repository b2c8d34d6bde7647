/** What a delegate costs that has nothing to do. */
package org.xpand.comparison.idle;
