/** Writes what experiments found: JSON and CSV for programs, pictures for people. */
package org.xpand.experiments.output;
