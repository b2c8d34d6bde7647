/** What applications and operators see of the protocols: identities, addresses, settings and figures. Immutable values. */
package org.xpand.protocols.api;
