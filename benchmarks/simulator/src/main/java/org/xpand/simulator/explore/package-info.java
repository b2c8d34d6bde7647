/**
 * Exploration: runs of simulated sites under random faults, each given by one number, and a checker for each promise the
 * application is made. A run that breaks a promise is repeated by its number.
 */
package org.xpand.simulator.explore;
