/**
 * The distribution tree of a group: a pure function of link costs, member sites and {@link
 * org.xpand.alm.api.TreeSettings}, the same at every delegate.
 */
package org.xpand.alm.tree;
