/** The figures of a node for machines: one declaration of names, units and meanings, and OpenMetrics text. */
package org.xpand.core.metrics;
