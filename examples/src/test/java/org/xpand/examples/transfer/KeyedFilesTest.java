package org.xpand.examples.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xpand.core.KeyFile;
import org.xpand.examples.process.Child;

/** Processes that send and receive files with a key, beside one that has another. */
class KeyedFilesTest {
    @TempDir
    private Path folder;

    private Child start(int site, Path key, String... job) throws Exception {
        return new Child("site" + site, Stream.concat(Stream.of(job), Stream.of("--site", "keyed" + site, "--lan", "local", "--wan-bind",
                "127.106." + site + ".1:7800", "--seeds", "127.106.1.1:7800", "--key", key.toString())).toList(), (child, object) -> { });
    }

    @Test
    void aFileGoesToWhoHasTheKeyAndWhoHasAnotherIsNotified() throws Exception {
        Path key = folder.resolve("site.key");
        Path other = folder.resolve("other.key");
        for (Path each : List.of(key, other)) {
            KeyFile.create(each);
        }
        byte[] content = new byte[100_000];
        content[99_999] = 7;
        String file = Files.write(folder.resolve("file"), content).toString();
        Path target = folder.resolve("target");
        try (Child receiver = start(1, key, "receive", "--dir", target.toString());
                Child wrong = start(3, other, "send", file, "--wait", "5");
                Child right = start(2, key, "send", file)) {
            assertThat(right.awaitExit(40)).as(right.complaints()).isTrue();
            assertThat(right.exitCode()).as(right.complaints()).isZero();
            assertThat(receiver.awaitExit(20)).as(receiver.complaints()).isTrue();
            assertThat(receiver.exitCode()).as(receiver.complaints()).isZero();
            assertThat(wrong.awaitExit(40)).as(wrong.complaints()).isTrue();
            assertThat(wrong.exitCode()).isEqualTo(1);
            assertThat(wrong.complaints()).contains("only 0 of 1 receivers have joined group files");
        }
        assertThat(target.resolve("file")).hasBinaryContent(content);
        assertThat(target).isDirectoryNotContaining("glob:**" + FileNames.PART);
    }
}
