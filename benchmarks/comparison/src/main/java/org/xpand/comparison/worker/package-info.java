/** What runs in each process that is measured: it sends or takes numbered, timed messages, and reports what it cost. */
package org.xpand.comparison.worker;
