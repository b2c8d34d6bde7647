/**
 * Cross traffic that does not adapt: constant rate, and on/off sources with fixed, exponential or Pareto periods.
 */
package org.xpand.simulator.traffic;
