/** Public values of the protocols for applications and operators: identities, addresses, settings and counters. Immutable. */
package org.xpand.protocols.api;
