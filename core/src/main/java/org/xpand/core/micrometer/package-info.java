/** The figures of a node for Micrometer; needs {@code io.micrometer:micrometer-core}, which an application adds itself. */
package org.xpand.core.micrometer;
