package org.xpand.testbed.report;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The runs of a folder, each in a file of its own: rows may be measured one by one and shown together. */
public final class Results {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    private static final String RUNS = "runs";

    private final Path folder;

    /** @param folder of the results; made if it is not there */
    public Results(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder.resolve(RUNS));
    }

    /** Keeps a run, in place of an earlier one of the same kind. */
    public void keep(RunResult result) throws IOException {
        MAPPER.writeValue(folder.resolve(result.fileName()).toFile(), result);
    }

    /** Whether there is a run of this kind that did not fail. */
    public boolean has(String row, String contender, int size, String pauses, long seed) throws IOException {
        Path file = folder.resolve(RunResult.fileName(row, contender, size, pauses, seed));
        return Files.exists(file) && MAPPER.readValue(file.toFile(), RunResult.class).failure() == null;
    }

    /** All runs that were kept. */
    public List<RunResult> all() throws IOException {
        List<RunResult> all = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.json")) {
            for (Path file : files) {
                all.add(MAPPER.readValue(file.toFile(), RunResult.class));
            }
        }
        all.sort(Comparator.comparing(RunResult::row).thenComparing(RunResult::contender).thenComparingInt(RunResult::size)
                .thenComparing(RunResult::pauses).thenComparingLong(RunResult::seed));
        return all;
    }

    /** Writes what the table says. */
    static void write(Path file, Object what) throws IOException {
        MAPPER.writeValue(file.toFile(), what);
    }
}
