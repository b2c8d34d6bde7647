/** The demonstration: several sites as separate processes on one machine, joined by an emulated wide-area network. */
package org.xpand.examples.demo;
