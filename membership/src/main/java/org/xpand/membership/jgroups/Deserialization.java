package org.xpand.membership.jgroups;

/**
 * Forbids JGroups to make Java objects of what others send: Xpand sends only bytes, and an object stream can hold the processor for
 * hours or run code of the sender's choice. JGroups reads the setting once, when its class for object streams is loaded.
 */
public final class Deserialization {
    /** JGroups' setting, a pattern as of {@code jdk.serialFilter}. */
    public static final String SETTING = "jgroups.deserialization.filter";
    private static final String NOTHING = "!*";

    private Deserialization() {
    }

    /** Takes effect unless the application has set the filter itself. To be called before a channel is built. */
    public static void forbid() {
        if (System.getProperty(SETTING) == null) {
            System.setProperty(SETTING, NOTHING);
        }
    }
}
