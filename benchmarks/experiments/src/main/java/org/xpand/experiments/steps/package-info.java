/** How a rate control follows a path that changes at once. */
package org.xpand.experiments.steps;
