/**
 * The application-layer multicast overlay, the process of a site, and its datagrams.
 */
@SuppressWarnings("module") // the modules named below are built later
module org.xpand.alm {
    requires transitive org.xpand.protocols;
    requires org.slf4j;
    requires io.netty.buffer;
    requires io.netty.common;
    requires io.netty.transport;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport.unix.common;

    exports org.xpand.alm.api;
    exports org.xpand.alm.overlay to org.xpand.core;
    exports org.xpand.alm.udp to org.xpand.core;
    exports org.xpand.alm.site to org.xpand.core;
    exports org.xpand.alm.tree to org.xpand.core;
}
