package org.xpand.examples.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The text of a configuration file, or of a pipe, line by line. */
final class ConfigurationFile {
    private static final int MAX_BYTES = 1_000_000;
    /** First character of a file that some editors write as UTF-8. */
    private static final String BYTE_ORDER_MARK = "\ufeff";

    private ConfigurationFile() {
    }

    /**
     * Reads the file once.
     *
     * @return its lines without line ends; empty for a line that is not UTF-8 text
     * @throws IllegalArgumentException saying why it cannot be read and what is accepted
     */
    static List<Optional<String>> read(Path file) {
        List<Optional<String>> lines = new ArrayList<>();
        byte[] bytes = bytes(file);
        int begin = 0;
        for (int i = 0; i <= bytes.length; i++) {
            if (i == bytes.length || bytes[i] == '\n') {
                lines.add(text(bytes, begin, i));
                begin = i + 1;
            }
        }
        lines.set(0, lines.get(0).map(first -> first.startsWith(BYTE_ORDER_MARK) ? first.substring(1) : first));
        return lines;
    }

    private static byte[] bytes(Path file) {
        try (InputStream in = Files.isDirectory(file) ? null : Files.newInputStream(file)) {
            if (in == null) {
                throw refusal(file, "is a folder", null);
            }
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw refusal(file, "is too long", null);
            }
            return bytes;
        } catch (NoSuchFileException e) {
            throw refusal(file, "is not there", e);
        } catch (AccessDeniedException e) {
            throw refusal(file, "may not be read by this user", e);
        } catch (IOException e) {
            throw refusal(file, "cannot be read (" + e.getMessage() + ")", e);
        }
    }

    private static IllegalArgumentException refusal(Path file, String why, IOException cause) {
        return new IllegalArgumentException("configuration file '" + file + "' " + why + "; accepted is a file of text of at most "
                + MAX_BYTES + " bytes", cause);
    }

    private static Optional<String> text(byte[] bytes, int begin, int end) {
        try {
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, begin, end - begin)).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
