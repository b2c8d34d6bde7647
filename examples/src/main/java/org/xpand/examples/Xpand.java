package org.xpand.examples;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.xpand.membership.MembershipException;
import picocli.CommandLine.Command;

/** Entry point of the {@code xpand} command. */
@Command(name = Xpand.NAME, mixinStandardHelpOptions = true, versionProvider = BuildVersion.class,
        description = "Many-to-many group communication between sites, reliable and TCP-friendly.")
public final class Xpand {
    static final String NAME = "xpand";
    /** Exit codes as in picocli, which is not loaded for them alone. */
    static final int USAGE = 2;
    private static final int FAILED = 1;
    /** Exit code of a shell for a command that SIGINT has ended. */
    private static final int INTERRUPTED = 130;

    Xpand() {
    }

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** Runs the command; returns its exit code. */
    static int run(String... args) {
        Optional<Callable<Integer>> quick = QuickLine.read(args, System.getenv());
        return quick.isPresent() ? run(args[0], quick.get()) : FullLine.run(args);
    }

    private static int run(String name, Callable<Integer> command) {
        try {
            return command.call();
        } catch (Exception e) {
            PrintWriter err = new PrintWriter(System.err, true, Charset.defaultCharset());
            return failed(err, NAME + " " + name, e);
        }
    }

    /** Prints why a command failed; returns its exit code. */
    static int failed(PrintWriter err, String command, Exception error) {
        if (error instanceof InterruptedException) {
            err.println(command + ": ended before it was done");
            return INTERRUPTED;
        }
        err.println(command + ": " + message(error));
        if (!isReported(error)) {
            // An error of ours: a report needs the stack trace.
            error.printStackTrace(err);
        }
        return error instanceof IllegalArgumentException ? USAGE : FAILED;
    }

    private static String message(Exception error) {
        return isReported(error) ? error.getMessage() : error.toString();
    }

    /** Whether the error has a message that was written for people. */
    private static boolean isReported(Exception error) {
        boolean written = error instanceof IllegalArgumentException || error instanceof MembershipException
                || error instanceof IllegalStateException || error instanceof IOException;
        return written && error.getMessage() != null;
    }
}
