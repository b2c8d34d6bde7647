package org.xpand.examples.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.wire.MalformedPacketException;

class FileTransferTest {
    private static final SenderId SENDER = new SenderId(new SiteId(1), 1);

    @ParameterizedTest
    @CsvSource({"../../etc/passwd, passwd", "a\\b.txt, b.txt", "..,unnamed", "'',unnamed", "x:y*z.bin, x_y_z.bin",
            "a\u001b[2Jb, a__2Jb"})
    void noNameLeadsOutOfTheFolder(String name, String expected) {
        assertThat(FileNames.safe(name)).isEqualTo(expected);
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
    void aDamagedFileIsNotConsideredGood(@TempDir Path folder) throws Exception {
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

    private static FileMessage.Header header(int transfer, String name, long size, byte... content) {
        return new FileMessage.Header(transfer, name, size, Checksums.sha256().digest(content));
    }

    private static SenderId sender(int process) {
        return new SenderId(new SiteId(2), process);
    }

    private static long files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.count();
        }
    }

    @Test
    void aNameThatIsTooLongIsShortened(@TempDir Path folder) throws Exception {
        FileReceiver receiver = new FileReceiver(folder);
        receiver.take(SENDER, header(1, "\u00e4".repeat(255) + ".txt", 1, (byte) 5));
        FileReceiver.Received received = receiver.take(SENDER, new FileMessage.Chunk(1, new byte[] {5}));
        assertThat(received.verified()).isTrue();
        assertThat(received.file().getFileName().toString()).endsWith("\u00e4.txt");
        assertThat(received.file().getFileName().toString().getBytes(StandardCharsets.UTF_8)).hasSize(FileNames.MAX_BYTES);
    }

    @Test
    void aFileThatCannotBeWrittenDoesNotEndOthers(@TempDir Path folder) throws Exception {
        FileReceiver receiver = new FileReceiver(folder);
        receiver.take(SENDER, header(1, "good", 2, (byte) 1, (byte) 2));
        receiver.take(SENDER, new FileMessage.Chunk(1, new byte[] {1}));
        for (int i = 1; i < FileReceiver.MAX_ARRIVING; i++) {
            assertThat(receiver.take(sender(i), header(1, "name", 1 << 10))).isNull();
        }
        FileReceiver.Received refused = receiver.take(sender(1000), header(9, "one too many", 1));
        assertThat(refused.verified()).isFalse();
        assertThat(refused.transfer()).isEqualTo(9);
        assertThat(refused.trouble()).contains("256 other files");
        assertThat(receiver.take(SENDER, new FileMessage.Chunk(1, new byte[] {2})).verified()).isTrue();
        receiver.close();
        assertThat(files(folder)).as("what is not complete is deleted").isEqualTo(1);
    }

    @Test
    void whatIsNotWhatWasAnnouncedIsDeleted(@TempDir Path folder) throws Exception {
        FileReceiver receiver = new FileReceiver(folder);
        receiver.take(SENDER, header(1, "a", 1, (byte) 1));
        assertThat(receiver.take(SENDER, new FileMessage.Chunk(1, new byte[] {7})).verified()).isFalse();
        receiver.take(SENDER, header(2, "b", 9));
        receiver.take(SENDER, header(3, "c", 9));
        assertThat(files(folder)).as("the one that was given up too").isEqualTo(1);
    }

    @Test
    void noLinkIsFollowedAndNothingIsOverwritten(@TempDir Path folder) throws Exception {
        Path outside = folder.resolve("outside");
        Path target = Files.createDirectory(folder.resolve("target"));
        Files.createSymbolicLink(FileNames.part(target.resolve("a")), outside);
        Files.createSymbolicLink(target.resolve("a.1"), outside);
        Files.write(target.resolve("a.2"), new byte[] {9});
        FileReceiver receiver = new FileReceiver(target);
        receiver.take(SENDER, header(1, "a", 1, (byte) 1));
        FileReceiver.Received received = receiver.take(SENDER, new FileMessage.Chunk(1, new byte[] {1}));
        assertThat(received.file()).isEqualTo(target.resolve("a.3"));
        assertThat(outside).doesNotExist();
        assertThat(target.resolve("a.2")).hasBinaryContent(new byte[] {9});
    }

    @Test
    void toShortenANameTakesNoLongerThanToReadIt() {
        assertThat(FileNames.safe("\u00e4".repeat(30_000))).hasSize(FileNames.MAX_BYTES / 2);
        // Letters of four bytes are not cut in two.
        assertThat(FileNames.safe("a" + "\ud835\udc9c".repeat(100))).hasSize(1 + 2 * 49);
    }

    @Test
    void aFullDiskEndsOneFileOnly(@TempDir Path folder) throws Exception {
        FileReceiver receiver = new FileReceiver(folder, FullDisk.from(1));
        receiver.take(SENDER, header(1, "good", 2, (byte) 1, (byte) 2));
        receiver.take(SENDER, new FileMessage.Chunk(1, new byte[] {1}));
        receiver.take(sender(1), header(9, "bad", 1, (byte) 1));
        FileReceiver.Received bad = receiver.take(sender(1), new FileMessage.Chunk(9, new byte[] {1}));
        assertThat(bad.verified()).isFalse();
        assertThat(bad.trouble()).isEqualTo("No space left on device");
        assertThat(receiver.take(SENDER, new FileMessage.Chunk(1, new byte[] {2})).verified()).isTrue();
    }

    @Test
    void aFileThatTheFolderHasNoRoomForIsRefusedAtOnce(@TempDir Path folder) throws Exception {
        FileReceiver receiver = new FileReceiver(folder);
        FileReceiver.Received refused = receiver.take(SENDER, header(1, "endless", Long.MAX_VALUE));
        assertThat(refused.trouble()).startsWith("it has 9223372036854775807 bytes, and the folder has room for");
        assertThat(files(folder)).isZero();
        assertThat(receiver.isIdle()).isTrue();
        // Two that have room alone and not together.
        long most = Files.getFileStore(folder).getUsableSpace() / 4 * 3;
        assertThat(receiver.take(SENDER, header(2, "large", most))).isNull();
        assertThat(receiver.take(sender(1), header(2, "large", most)).trouble()).endsWith("beside the others that are arriving");
    }

    @Test
    void whatAKilledReceiverHasLeftIsDeletedAndNothingElse(@TempDir Path folder) throws Exception {
        Files.write(folder.resolve("left" + FileNames.PART), new byte[9]);
        Files.write(folder.resolve("mine.part"), new byte[9]);
        Path outside = Files.write(folder.resolve("outside"), new byte[9]);
        Files.createSymbolicLink(folder.resolve("link" + FileNames.PART), outside);
        FileReceiver receiver = new FileReceiver(folder);
        assertThat(folder.resolve("left" + FileNames.PART)).doesNotExist();
        assertThat(files(folder)).isEqualTo(3);
        receiver.take(SENDER, header(1, "arriving", 2, (byte) 1, (byte) 2));
        assertThat(new FileReceiver(folder).isIdle()).isTrue();
        assertThat(folder.resolve("arriving" + FileNames.PART)).as("another receiver has it").exists();
    }

    @Test
    void aNameThatIsTakenMeanwhileIsNotOverwritten(@TempDir Path folder) throws Exception {
        FileReceiver receiver = new FileReceiver(folder);
        receiver.take(SENDER, header(1, "a", 1, (byte) 1));
        Files.write(folder.resolve("a"), new byte[] {9});
        FileReceiver.Received received = receiver.take(SENDER, new FileMessage.Chunk(1, new byte[] {1}));
        assertThat(received.file()).isEqualTo(folder.resolve("a.1")).hasBinaryContent(new byte[] {1});
        assertThat(folder.resolve("a")).hasBinaryContent(new byte[] {9});
    }

    @Test
    void whatASenderLeavesBehindIsGivenUp(@TempDir Path folder) throws Exception {
        FileReceiver receiver = new FileReceiver(folder);
        long patience = Absent.PATIENCE.toNanos();
        receiver.take(SENDER, header(1, "a", 2, (byte) 1, (byte) 2));
        receiver.take(sender(1), header(1, "b", 2, (byte) 1, (byte) 2));
        assertThat(receiver.giveUpOfAbsent(Set.of(sender(1)), 5)).isEmpty();
        assertThat(receiver.giveUpOfAbsent(Set.of(SENDER, sender(1)), 4 + patience)).as("it was back").isEmpty();
        assertThat(receiver.giveUpOfAbsent(Set.of(sender(1)), 5 + patience)).isEmpty();
        assertThat(receiver.giveUpOfAbsent(Set.of(sender(1)), 5 + 2 * patience)).containsExactly(folder.resolve("a"));
        assertThat(files(folder)).isEqualTo(1);
    }
}
