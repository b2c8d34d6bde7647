/**
 * The API for applications: a node in a site, and the groups that it joins. Start with {@link org.xpand.core.XpandNode#builder()}.
 *
 * <p>Arguments and the parts of records may not be null unless said otherwise; a null is refused with an
 * {@link java.lang.IllegalArgumentException} that names the argument and says what is accepted. Only methods for which
 * {@link java.util.concurrent.Flow} or a stream of {@code java.io} demands a {@link java.lang.NullPointerException} throw that, with the same
 * sentence. Listeners run on the node's executor ({@link org.xpand.core.NodeBuilder#executor}). Names of groups and sites have 1 to 64 letters,
 * digits, dots, dashes and underscores, and begin with a letter or a digit.
 */
package org.xpand.core;
