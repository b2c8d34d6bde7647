/**
 * Settings that are declared once: a component of a record says its name, meaning, unit, range, presets, symbol and source, and
 * checks, parser, the {@code xpand settings} command and the tables of the documents follow from it.
 */
package org.xpand.protocols.settings;
