package org.xpand.examples;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;

/** Whether the output is a terminal in which lines can be rewritten in place. */
public final class Terminal {
    private Terminal() {
    }

    /** Whether standard output is a terminal with control sequences, as far as Java reports it. */
    public static boolean isThere() {
        Console console = System.console();
        return console != null && isTerminal(console) && !"dumb".equals(System.getenv("TERM"));
    }

    /** From Java 22 on there is a console without a terminal too, and a method that distinguishes the two. */
    private static boolean isTerminal(Console console) {
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (IllegalAccessException | InvocationTargetException e) {
            return false;
        }
    }
}
