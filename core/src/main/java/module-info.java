/** The API of Xpand for applications; its main package is {@code org.xpand.core}. */
module org.xpand.core {
    requires transitive org.xpand.protocols;
    requires transitive org.xpand.alm;
    requires transitive org.xpand.membership;
    requires java.management;
    requires org.slf4j;
    requires io.netty.common;
    requires io.netty.transport;
    requires static micrometer.core;

    exports org.xpand.core;
    exports org.xpand.core.jmx;
    exports org.xpand.core.metrics;
    exports org.xpand.core.micrometer;
}
