/** How sessions and TCP flows share a path: the Xpand paper's §5.4, TFMCC's §4.1, and many flows on one bottleneck. */
package org.xpand.experiments.sharing;
