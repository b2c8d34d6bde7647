/**
 * Views of a site and control messages between sites, over JGroups.
 */
@SuppressWarnings("module") // the modules named below are built after this one
module org.xpand.membership {
    requires transitive org.xpand.protocols;
    requires org.slf4j;
    requires org.jgroups;
    // JGroups needs these, and has no module descriptor that requires them.
    requires java.logging;
    requires java.management;
    requires java.naming;
    requires java.sql;
    requires java.xml;

    exports org.xpand.membership.api;
    exports org.xpand.membership.site to org.xpand.core;
    exports org.xpand.membership to org.xpand.core;
    exports org.xpand.membership.control to org.xpand.core;
    exports org.xpand.membership.jgroups to org.xpand.core;

    // JGroups creates our protocols and message types by reflection.
    opens org.xpand.membership to org.jgroups;
    opens org.xpand.membership.control to org.jgroups;
    opens org.xpand.membership.jgroups to org.jgroups;
    opens org.xpand.membership.site to org.jgroups;
}
