package org.xpand.testbed.bed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequirementsTest {
    @TempDir
    private Path folder;

    @Test
    void nothingIsMissingWhereAllIsThere() throws IOException {
        Path compiler = Files.createFile(folder.resolve("cc"));
        assertThat(compiler.toFile().setExecutable(true)).isTrue();
        Path some = Files.createFile(folder.resolve("some"));
        assertThat(Requirements.missing(true, "/nowhere:" + folder, some, some)).isEmpty();
    }

    @Test
    void eachThingThatIsMissingIsNamed() {
        Path none = folder.resolve("none");
        assertThat(Requirements.missing(false, folder.toString(), none, none)).hasSize(4)
                .anyMatch(text -> text.contains("root")).anyMatch(text -> text.contains("compiler"))
                .anyMatch(text -> text.contains("modprobe")).anyMatch(text -> text.contains("mvn package"));
    }

    @Test
    void rootIsWhoseEffectiveUserIsZero() throws IOException {
        Path status = folder.resolve("status");
        Files.writeString(status, "Name:\tjava\nUid:\t1000\t0\t0\t0\n");
        assertThat(Requirements.isRoot(status)).isTrue();
        Files.writeString(status, "Name:\tjava\nUid:\t0\t1000\t0\t0\n");
        assertThat(Requirements.isRoot(status)).isFalse();
    }
}
