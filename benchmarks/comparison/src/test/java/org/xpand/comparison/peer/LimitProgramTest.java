package org.xpand.comparison.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The C program is compiled once, and what is missing for that is said in one line. */
class LimitProgramTest {
    @TempDir
    private Path folder;

    /** A compiler that does this. */
    private String compiler(String script) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path compiler = Files.writeString(bin.resolve("cc"), "#!/bin/sh\n" + script + "\n");
        assertThat(compiler.toFile().setExecutable(true)).isTrue();
        return "/nowhere:" + bin;
    }

    @Test
    void itIsCompiledAtTheFirstUseOnly() throws Exception {
        // Writes what it is asked for, which is its last argument.
        String search = compiler("for last; do true; done; echo compiled > \"$last\"; chmod +x \"$last\"");
        Path cache = folder.resolve("cache");
        LimitProgram program = LimitProgram.compiled(cache, search);
        assertThat(program.path()).hasContent("compiled").isExecutable();
        assertThat(program.path().resolveSibling("udp.c")).content().contains("UDP_SEGMENT");
        assertThat(LimitProgram.compiled(cache, "/nowhere")).as("without a compiler").isEqualTo(program);
    }

    @Test
    void withoutACompilerThatIsSaidInOneLine() {
        assertThatThrownBy(() -> LimitProgram.compiled(folder, folder.toString())).isInstanceOf(IOException.class)
                .hasMessageContaining("no C compiler (cc: package gcc)").hasMessageNotContaining("\n");
        assertThatThrownBy(() -> LimitProgram.compiled(folder, null)).isInstanceOf(IOException.class);
    }

    @Test
    void whatTheCompilerSaysIsPassedOnInOneLine() throws Exception {
        String search = compiler("echo one; echo two; exit 1");
        assertThatThrownBy(() -> LimitProgram.compiled(folder.resolve("cache"), search)).isInstanceOf(IOException.class)
                .hasMessageEndingWith("fails: one | two");
    }
}
