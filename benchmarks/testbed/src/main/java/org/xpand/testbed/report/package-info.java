/** What runs gave, beside what is wanted. */
package org.xpand.testbed.report;
