/** Statistics in JMX: the records of the Java interface under the same names, one managed bean for a node and one a group. */
package org.xpand.core.jmx;
