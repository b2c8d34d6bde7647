/** The figures of the MCA paper's §4, and MCA beside TCP, which the paper leaves out. */
package org.xpand.experiments.mca;
