/**
 * How a member that joins a group gets the state that the others have made of the messages before: whom it asks, what the
 * state covers of each sender, and how much of it may be on its way.
 */
package org.xpand.protocols.state;
