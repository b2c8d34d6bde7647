/** What applications and operators see of the overlay: its settings, and figures of its paths and its socket. Immutable values. */
package org.xpand.alm.api;
