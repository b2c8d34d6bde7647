/** Measuring in virtual time: throughput in bins, its mean and variation over a window, and summaries over seeds. */
package org.xpand.simulator.measure;
