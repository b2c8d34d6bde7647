package org.xpand.alm.site;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;

/** Throws once out of one method of a port, at the first call after it has been armed. */
final class Trouble {
    private final String method;
    private final Throwable what;
    private boolean armed;
    private boolean thrown;

    /**
     * @param method as returned by {@link #name}
     * @param what   the exception; a RuntimeException or an Error
     */
    Trouble(String method, Throwable what) {
        this.method = method;
        this.what = what;
    }

    /** Names a method of a port; the number of parameters distinguishes methods of the same name. */
    static String name(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName() + "/" + method.getParameterCount();
    }

    void arm() {
        armed = true;
    }

    /** Whether it is thrown when something is closed. */
    boolean closes() {
        return method.contains(".close/");
    }

    boolean thrown() {
        return thrown;
    }

    Throwable what() {
        return what;
    }

    /** Wraps a port so that it throws once armed; objects of these interfaces that it creates are wrapped too. */
    <T> T around(Class<T> port, T target, List<Class<?>> made) {
        return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (proxy, called, arguments) -> {
            if (armed && !thrown && name(called).equals(method)) {
                thrown = true;
                if (closes()) {
                    // Nothing could continue beside a socket that stays open.
                    called.invoke(target, arguments);
                }
                throw what;
            }
            try {
                Object answer = called.invoke(target, arguments);
                return made.contains(called.getReturnType()) && answer != null ? wrap(called.getReturnType(), answer, made) : answer;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }

    private <T> T wrap(Class<T> type, Object target, List<Class<?>> made) {
        return around(type, type.cast(target), made);
    }
}
