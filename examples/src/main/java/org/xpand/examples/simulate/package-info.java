/** Commands that run the simulator: scenario files, and promises under random faults. */
package org.xpand.examples.simulate;
