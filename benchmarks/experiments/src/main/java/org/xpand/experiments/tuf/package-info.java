/** The experiments of TUF's paper, and some beyond it: many rates in one group over filtered links. */
package org.xpand.experiments.tuf;
