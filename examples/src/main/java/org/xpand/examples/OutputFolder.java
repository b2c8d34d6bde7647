package org.xpand.examples;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where results go, which is to be found out before what makes them has run. */
public final class OutputFolder {
    private OutputFolder() {
    }

    /**
     * Makes a folder if there is none.
     *
     * @throws IllegalArgumentException naming the option if there cannot be one
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
