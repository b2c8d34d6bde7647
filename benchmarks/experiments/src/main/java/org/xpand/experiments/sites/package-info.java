/** Experiments with whole sites: the Xpand paper's §5.1 to §5.3 on its six sites, and larger groups. */
package org.xpand.experiments.sites;
