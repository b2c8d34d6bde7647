package org.xpand.membership.jgroups;

import java.util.concurrent.Callable;
import org.jgroups.logging.CustomLogFactory;
import org.jgroups.logging.Log;
import org.jgroups.logging.LogFactory;

/**
 * Makes JGroups objects that are created inside {@link #during} log at debug level only. JGroups has one log factory per class
 * loader and uses it when an object is created, so ours is installed while our stack is built, and then removed: channels that the
 * application creates keep their logging. A factory that the application has installed stays. Java objects from others are
 * forbidden first ({@link Deserialization}).
 */
public final class QuietLogging {
    private static final CustomLogFactory FACTORY = new CustomLogFactory() {
        @Override
        public Log getLog(Class<?> source) {
            return new DemotedLog(source);
        }

        @Override
        public Log getLog(String category) {
            return new DemotedLog(QuietLogging.class);
        }
    };

    private QuietLogging() {
    }

    /**
     * Runs {@code build} with our factory installed; one caller at a time.
     *
     * @param <T>   the type of the result
     * @param build what to run
     * @return what it returned
     * @throws Exception as thrown by {@code build}
     */
    public static <T> T during(Callable<T> build) throws Exception {
        Deserialization.forbid();
        synchronized (QuietLogging.class) {
            if (LogFactory.getCustomLogFactory() != null) {
                return build.call();
            }
            LogFactory.setCustomLogFactory(FACTORY);
            try {
                return build.call();
            } finally {
                LogFactory.setCustomLogFactory(null);
            }
        }
    }
}
