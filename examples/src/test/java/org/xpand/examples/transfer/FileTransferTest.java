package org.xpand.examples.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.wire.MalformedPacketException;

class FileTransferTest {
    private static final SenderId SENDER = new SenderId(new SiteId(1), 1);

    @ParameterizedTest
    @CsvSource({"../../etc/passwd, passwd", "a\\b.txt, b.txt", "..,unnamed", "'',unnamed", "x:y*z.bin, x_y_z.bin"})
    void noNameLeadsOutOfTheFolder(String name, String expected) {
        assertThat(FileReceiver.safeName(name)).isEqualTo(expected);
    }

    @Property
    void randomBytesAreAMessageOrMalformed(@ForAll @Size(max = 100) byte[] bytes) {
        try {
            assertThat(FileMessage.decode(bytes)).isNotNull();
        } catch (MalformedPacketException e) {
            assertThat(e).hasMessageNotContaining("null");
        }
    }

    @Test
    void aDamagedFileIsNotTakenForGood(@TempDir Path folder) throws Exception {
        FileReceiver receiver = new FileReceiver(folder);
        receiver.take(SENDER, new FileMessage.Header(1, "a.bin", 3, new byte[32]));
        FileReceiver.Received received = receiver.take(SENDER, new FileMessage.Chunk(1, new byte[] {1, 2, 3}));
        assertThat(received.verified()).isFalse();
        assertThat(folder.resolve("a.bin")).doesNotExist();
    }

    @Test
    void aWholeFileIsVerifiedAndNamed(@TempDir Path folder) throws Exception {
        byte[] content = {1, 2, 3, 4};
        FileReceiver receiver = new FileReceiver(folder);
        byte[] hash = Checksums.sha256().digest(content);
        FileMessage header = FileMessage.decode(new FileMessage.Header(7, "a.bin", 4, hash).encode());
        assertThat(receiver.take(SENDER, header)).isNull();
        FileMessage chunk = FileMessage.decode(new FileMessage.Chunk(7, content).encode());
        assertThat(receiver.take(SENDER, chunk).verified()).isTrue();
        assertThat(Files.readAllBytes(folder.resolve("a.bin"))).isEqualTo(content);
    }
}
