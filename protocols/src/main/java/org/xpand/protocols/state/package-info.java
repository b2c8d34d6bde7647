/**
 * How a joining member gets the state that the others have made of earlier messages: which member it asks, what the
 * state covers of each sender, and how much of it may be in flight.
 */
package org.xpand.protocols.state;
