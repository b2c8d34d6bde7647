/**
 * Runs the micro-benchmarks and prints what they cost beside their peers. The benchmarks themselves stand in packages
 * named as those they measure, so that they reach what is not public.
 */
package org.xpand.jmh;
