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
     * @param method as {@link #name} writes it
     * @param what   is thrown; a RuntimeException or an Error
     */
    Trouble(String method, Throwable what) {
        this.method = method;
        this.what = what;
    }

    /** A method of a port, told from others of its name by how many parameters it has. */
    static String name(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName() + "/" + method.getParameterCount();
    }

    void arm() {
        armed = true;
    }

    /** Whether it comes when something is closed. */
    boolean closes() {
        return method.contains(".close/");
    }

    boolean thrown() {
        return thrown;
    }

    Throwable what() {
        return what;
    }

    /** The port, which throws when its time has come; what it makes does so too, as far as it is one of these interfaces. */
    <T> T around(Class<T> port, T target, List<Class<?>> made) {
        return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (proxy, called, arguments) -> {
            if (armed && !thrown && name(called).equals(method)) {
                thrown = true;
                if (closes()) {
                    // Nobody could go on beside a socket that stays open.
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
