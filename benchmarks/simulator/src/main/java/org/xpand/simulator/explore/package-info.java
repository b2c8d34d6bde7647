/**
 * Exploration: runs of simulated sites under random faults, each determined by its seed, and a checker for each guarantee
 * to applications. A run with a violation can be repeated with its seed.
 */
package org.xpand.simulator.explore;
