package org.xpand.membership.jgroups;

import java.util.Locale;
import org.jgroups.logging.Log;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * JGroups' log for the application: everything goes to SLF4J at debug level or below, under JGroups' own class names. What JGroups
 * warns of (a peer that refuses a connection, a message of a process that is not yet in the view) is normal while sites join and
 * leave; what matters reaches the application as views and as our own errors.
 */
final class DemotedLog implements Log {
    private final Logger log;

    DemotedLog(Class<?> source) {
        this.log = LoggerFactory.getLogger(source);
    }

    private void debug(String level, String text, Throwable cause) {
        if (log.isDebugEnabled()) {
            log.debug("{}: {}", level, text, cause);
        }
    }

    private void debug(String level, String format, Object... args) {
        if (log.isDebugEnabled()) {
            log.debug("{}: {}", level, String.format(Locale.ROOT, format, args));
        }
    }

    @Override
    public boolean isFatalEnabled() {
        return log.isDebugEnabled();
    }

    @Override
    public boolean isErrorEnabled() {
        return log.isDebugEnabled();
    }

    @Override
    public boolean isWarnEnabled() {
        return log.isDebugEnabled();
    }

    @Override
    public boolean isInfoEnabled() {
        return log.isDebugEnabled();
    }

    @Override
    public boolean isDebugEnabled() {
        return log.isDebugEnabled();
    }

    @Override
    public boolean isTraceEnabled() {
        return log.isTraceEnabled();
    }

    @Override
    public void fatal(String message) {
        debug("fatal", message, (Throwable) null);
    }

    @Override
    public void fatal(String format, Object... args) {
        debug("fatal", format, args);
    }

    @Override
    public void fatal(String message, Throwable cause) {
        debug("fatal", message, cause);
    }

    @Override
    public void error(String message) {
        debug("error", message, (Throwable) null);
    }

    @Override
    public void error(String format, Object... args) {
        debug("error", format, args);
    }

    @Override
    public void error(String message, Throwable cause) {
        debug("error", message, cause);
    }

    @Override
    public void warn(String message) {
        debug("warn", message, (Throwable) null);
    }

    @Override
    public void warn(String format, Object... args) {
        debug("warn", format, args);
    }

    @Override
    public void warn(String message, Throwable cause) {
        debug("warn", message, cause);
    }

    @Override
    public void info(String message) {
        debug("info", message, (Throwable) null);
    }

    @Override
    public void info(String format, Object... args) {
        debug("info", format, args);
    }

    @Override
    public void debug(String message) {
        debug("debug", message, (Throwable) null);
    }

    @Override
    public void debug(String format, Object... args) {
        if (log.isDebugEnabled()) {
            log.debug("debug: {}", String.format(Locale.ROOT, format, args));
        }
    }

    @Override
    public void debug(String message, Throwable cause) {
        log.debug(message, cause);
    }

    @Override
    public void trace(Object message) {
        log.trace("{}", message);
    }

    @Override
    public void trace(String message) {
        log.trace(message);
    }

    @Override
    public void trace(String format, Object... args) {
        if (log.isTraceEnabled()) {
            log.trace(String.format(Locale.ROOT, format, args));
        }
    }

    @Override
    public void trace(String message, Throwable cause) {
        log.trace(message, cause);
    }

    @Override
    public void setLevel(String level) {
        // The application's SLF4J binding decides the level.
    }

    @Override
    public String getLevel() {
        return log.isTraceEnabled() ? "trace" : log.isDebugEnabled() ? "debug" : "off";
    }
}
