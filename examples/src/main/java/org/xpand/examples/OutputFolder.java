package org.xpand.examples;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Creates the folder for results before the work that produces them. */
public final class OutputFolder {
    private OutputFolder() {
    }

    /**
     * Creates a folder if it does not exist.
     *
     * @throws IllegalArgumentException naming the option, if that is not possible
     */
    public static void make(String option, Path folder) {
        if (folder.toString().isEmpty()) {
            throw new IllegalArgumentException(option + " '': accepted is the name of a folder, '.' for the present one");
        }
        try {
            Files.createDirectories(folder);
        } catch (FileAlreadyExistsException e) {
            throw new IllegalArgumentException(option + " '" + folder + "': no folder can be made there, it is a file", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(option + " '" + folder + "': no folder can be made there", e);
        }
    }
}
