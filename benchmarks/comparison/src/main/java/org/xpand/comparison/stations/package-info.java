/** What a message costs on its way, for each thread that it passes: system calls, wake-ups, bytes allocated; and where it is copied. */
package org.xpand.comparison.stations;
