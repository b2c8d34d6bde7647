/** The test bed: real Xpand processes beside kernel TCP over an emulated network, on one machine. */
package org.xpand.testbed;
