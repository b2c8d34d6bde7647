package org.xpand.core;

import java.util.concurrent.Executor;
import org.xpand.alm.api.LinkStats;
import org.xpand.alm.site.WanPort;

/** Makes the links of a process's delegates, one after the other, and keeps the last one. Any thread, unless a method says otherwise. */
final class WanLinks implements WanPort.Factory {
    private final NodeConfig config;
    private final NodeEngine engine;
    private final Executor opener;
    private volatile WanLink last;

    /** @param opener runs slow work, one task after the other for all links */
    WanLinks(NodeConfig config, NodeEngine engine, Executor opener) {
        this.config = config;
        this.engine = engine;
        this.opener = opener;
    }

    @Override
    public WanPort create(long incarnation) {
        WanLink made = new WanLink(config, engine, opener, incarnation, config.wanBind().orElseThrow());
        last = made;
        return made;
    }

    @Override
    public boolean isFree() {
        WanLink link = last;
        return link == null || link.isFree();
    }

    /** Applies keys and policy that have been read again to the last link, if there is one. On the thread that opens links. */
    void lookAtTrust() {
        WanLink link = last;
        if (link != null) {
            link.lookAtTrust();
        }
    }

    /** On the loop, while the role has its link. */
    LinkStats stats() {
        return last.stats();
    }
}
