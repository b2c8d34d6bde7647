package org.xpand.protocols.site;

import org.xpand.protocols.api.ProcessId;

/**
 * A process of the site.
 *
 * @param process   its identity
 * @param name      its name for display
 * @param role      whether it may become delegate
 * @param order     its place in the view, from 0; processes that joined earlier come first, apart from merges of a split
 *                  LAN, after which the order is the same at all members but not that of joining
 * @param datagrams whether it exchanges messages as datagrams with processes that do, see {@link org.xpand.protocols.lan.LanPath}
 */
public record SiteMember(ProcessId process, String name, ProcessRole role, int order, boolean datagrams) {
    /**
     * A process that gets messages through JGroups only.
     *
     * @param process its identity
     * @param name    its name for display
     * @param role    whether it may become delegate
     * @param order   its place in the view, from 0
     */
    public SiteMember(ProcessId process, String name, ProcessRole role, int order) {
        this(process, name, role, order, false);
    }
}
