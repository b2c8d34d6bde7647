/**
 * The part of the overlay that applications and operators see: settings, and statistics of paths and of the socket. Immutable
 * values.
 */
package org.xpand.alm.api;
