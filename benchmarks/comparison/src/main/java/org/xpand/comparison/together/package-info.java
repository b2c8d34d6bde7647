/** How soon, and at which cost, the processes of one site are there that start together. */
package org.xpand.comparison.together;
