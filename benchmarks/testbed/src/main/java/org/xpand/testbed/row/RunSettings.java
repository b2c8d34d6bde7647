package org.xpand.testbed.row;

import java.nio.file.Path;
import java.util.List;
import org.xpand.testbed.bed.NativeTool;

/**
 * One run of one row.
 *
 * @param contender what is measured: a strategy of Xpand's, or {@code reno} for kernel TCP in its place
 * @param size      bytes of a message
 * @param seed      of losses and pauses
 * @param pauses    of Xpand's processes
 * @param scale     factor of all measuring times, 1 unless there is a hurry
 * @param trace     whether packets and TCP's state are kept beside programs' words
 * @param settings  further arguments for Xpand's processes
 * @param java      the command line that runs the {@code xpand} command
 * @param tool      the native program
 * @param folder    where programs' words are kept
 */
public record RunSettings(String contender, int size, long seed, Pauses pauses, double scale, boolean trace,
                          List<String> settings, List<String> java, NativeTool tool, Path folder) {
    /** Kernel TCP in place of a strategy, for reference. */
    public static final String TCP = "reno";

    public RunSettings {
        settings = List.copyOf(settings);
        java = List.copyOf(java);
    }
}
