package org.xpand.comparison.peer;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * The C program that shows the limit of the machine. Like the test bed's emulator it is compiled when it is used for the
 * first time, and kept in the user's cache.
 *
 * @param path of the compiled program
 */
public record LimitProgram(Path path) {
    private static final String COMPILER = "cc";
    private static final List<String> SOURCES = List.of("limit.h", "limit.c", "udp.c", "tcp.c");
    private static final int HASH_BYTES = 8;

    /** The program of this version, compiled unless it is there, in the user's cache; see {@link #compiled(Path, String)}. */
    public static LimitProgram compiled() throws IOException, InterruptedException {
        return compiled(Path.of(System.getProperty("user.home"), ".cache", "xpand-comparison"), System.getenv("PATH"));
    }

    /**
     * Compiles the program, unless this version of it is there.
     *
     * @param folder where programs are kept
     * @param search where compilers are looked for, as in the variable PATH
     * @throws IOException if there is no compiler or it cannot compile it, in one line
     */
    static LimitProgram compiled(Path folder, String search) throws IOException, InterruptedException {
        Path version = folder.resolve(hash());
        Path program = version.resolve("limit");
        if (Files.isExecutable(program)) {
            return new LimitProgram(program);
        }
        Path compiler = compiler(search);
        Files.createDirectories(version);
        List<String> command = new ArrayList<>(List.of(compiler.toString(), "-O2", "-pthread"));
        for (String source : SOURCES) {
            Path copy = version.resolve(source);
            try (InputStream text = open(source)) {
                Files.copy(text, copy, StandardCopyOption.REPLACE_EXISTING);
            }
            if (source.endsWith(".c")) {
                command.add(copy.toString());
            }
        }
        Path unfinished = version.resolve("limit." + ProcessHandle.current().pid());
        command.addAll(List.of("-o", unfinished.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("the C compiler " + compiler + " fails: " + words.strip().replaceAll("\\R", " | "));
        }
        Files.move(unfinished, program, StandardCopyOption.ATOMIC_MOVE);
        return new LimitProgram(program);
    }

    private static Path compiler(String search) throws IOException {
        return Arrays.stream((search == null ? "" : search).split(File.pathSeparator)).map(folder -> Path.of(folder, COMPILER))
                .filter(Files::isExecutable).findFirst()
                .orElseThrow(() -> new IOException("no C compiler (" + COMPILER + ": package gcc) is on the PATH"));
    }

    private static InputStream open(String source) {
        return LimitProgram.class.getResourceAsStream(source);
    }

    private static String hash() throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String source : SOURCES) {
                try (InputStream text = open(source)) {
                    digest.update(text.readAllBytes());
                }
            }
            return HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
