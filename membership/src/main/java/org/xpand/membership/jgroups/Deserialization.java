package org.xpand.membership.jgroups;

/**
 * Forbids JGroups to create Java objects from the bytes of others: Xpand sends only bytes, and an object stream can block the
 * processor for hours or run code chosen by the sender. JGroups reads the setting once, when it loads its class for object streams.
 */
public final class Deserialization {
    /** JGroups' setting, a pattern as for {@code jdk.serialFilter}. */
    public static final String SETTING = "jgroups.deserialization.filter";
    private static final String NOTHING = "!*";

    private Deserialization() {
    }

    /** Sets the filter unless the application has set it. Call this before a channel is built. */
    public static void forbid() {
        if (System.getProperty(SETTING) == null) {
            System.setProperty(SETTING, NOTHING);
        }
    }
}
