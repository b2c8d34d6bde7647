/**
 * Settings that are declared once: a component of a record declares its name, meaning, unit, range, presets, symbol and source;
 * checks, parser, the {@code xpand settings} command and the tables of the documents are derived from it.
 */
package org.xpand.protocols.settings;
