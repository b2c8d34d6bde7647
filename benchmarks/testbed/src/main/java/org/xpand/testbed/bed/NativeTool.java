package org.xpand.testbed.bed;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The bed's native program: the emulator, TCP flows and pauses. Compiled when it is used for the first time. */
public final class NativeTool {
    private static final List<String> SOURCES = List.of("emulator.h", "emulator.c", "codel.c", "links.c", "sites.c", "tools.c");
    private static final String PACKAGE = "/org/xpand/testbed/";
    private static final int HASH_BYTES = 8;

    private final Path program;

    private NativeTool(Path program) {
        this.program = program;
    }

    /**
     * Compiles the program, unless this version of it is there.
     *
     * @param folder where programs are kept
     * @throws IOException if it cannot be compiled, with what the compiler said
     */
    public static NativeTool compiled(Path folder) throws IOException, InterruptedException {
        Path version = folder.resolve(hash());
        Path program = version.resolve("emulator");
        if (Files.isExecutable(program)) {
            return new NativeTool(program);
        }
        Files.createDirectories(version);
        for (String source : SOURCES) {
            try (InputStream text = open(source)) {
                Files.copy(text, version.resolve(source), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Path unfinished = version.resolve("emulator." + ProcessHandle.current().pid());
        List<String> command = new ArrayList<>(List.of("cc", "-O2", "-o", unfinished.toString()));
        SOURCES.stream().filter(source -> source.endsWith(".c")).map(version::resolve).map(Path::toString)
                .forEach(command::add);
        command.add("-lm");
        Process compiler = new ProcessBuilder(command).redirectErrorStream(true).start();
        String words = new String(compiler.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (compiler.waitFor() != 0) {
            throw new IOException("cc fails: " + words);
        }
        Files.move(unfinished, program, StandardCopyOption.ATOMIC_MOVE);
        return new NativeTool(program);
    }

    /** Where programs are kept unless configured: in the user's cache. */
    public static Path defaultFolder() {
        return Path.of(System.getProperty("user.home"), ".cache", "xpand-testbed");
    }

    private static InputStream open(String source) {
        return NativeTool.class.getResourceAsStream(PACKAGE + source);
    }

    private static String hash() {
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
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The command line of one of its tools. */
    List<String> command(String tool, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(program.toString(), tool));
        command.addAll(arguments);
        return command;
    }
}
