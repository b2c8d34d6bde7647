/** One slow site of five: what it costs the others with TCP to each site, with NATS, and with Xpand. */
package org.xpand.testbed.slow;
