/** Two versions at the same time: processes are replaced one by one, with traffic. */
package org.xpand.examples.upgrade;
