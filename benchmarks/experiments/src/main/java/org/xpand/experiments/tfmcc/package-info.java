/** The figures of the TFMCC technical report that show its behaviour in large groups and beside TCP. */
package org.xpand.experiments.tfmcc;
