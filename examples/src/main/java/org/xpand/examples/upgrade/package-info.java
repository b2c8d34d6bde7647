/** Two versions side by side: processes replaced one by one, with traffic. */
package org.xpand.examples.upgrade;
