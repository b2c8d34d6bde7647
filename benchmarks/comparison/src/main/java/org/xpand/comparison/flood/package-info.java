/** What a flood of hostile datagrams costs a running group. */
package org.xpand.comparison.flood;
