/** Commands that run the simulator: scenario files, and guarantees under random faults. */
package org.xpand.examples.simulate;
