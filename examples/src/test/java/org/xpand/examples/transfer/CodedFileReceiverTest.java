package org.xpand.examples.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.coding.CodedLayout;
import org.xpand.protocols.coding.CodedSender;
import org.xpand.protocols.wire.MalformedPacketException;

/** A coded file is rebuilt on disk from what comes of it, and only a copy that is right gets its name. */
class CodedFileReceiverTest {
    private static final SenderId CONTROL = new SenderId(new SiteId(1), 10);
    private static final SenderId DATA = new SenderId(new SiteId(1), 11);

    @TempDir
    private Path folder;
    private final byte[] content = new byte[300_001];

    private FileMessage.CodedHeader header(int transfer, byte[] hash) {
        FileMessage header = new FileMessage.CodedHeader(transfer, "../a.bin", hash,
                new CodedLayout(content.length, FileMessage.SYMBOL_LENGTH), new MemberId(11));
        return (FileMessage.CodedHeader) FileMessage.decode(header.encode());
    }

    /** Sends every third symbol until the file is complete. */
    private CodedFileReceiver.Done send(CodedFileReceiver receiver, int transfer) throws IOException {
        Path source = Files.write(folder.resolve("source"), content);
        CodedLayout layout = new CodedLayout(content.length, FileMessage.SYMBOL_LENGTH);
        try (DiskFile disk = new DiskFile(source, StandardOpenOption.READ)) {
            CodedSender sender = new CodedSender(layout, disk);
            byte[] symbol = new byte[layout.symbolLength()];
            for (int i = 0; i < 10_000; i++) {
                sender.next(symbol, 0);
                byte[] message = new FileMessage.Symbol(transfer, sender.block(), sender.symbol(), symbol).encode();
                assertThat(message).as("goes in one packet").hasSizeLessThanOrEqualTo(1224);
                Optional<CodedFileReceiver.Done> done = i % 3 == 0
                        ? receiver.symbol(DATA, (FileMessage.Symbol) FileMessage.decode(message)) : Optional.empty();
                if (done.isPresent()) {
                    return done.get();
                }
            }
        }
        throw new AssertionError("not complete");
    }

    @Test
    void aFileIsRebuiltVerifiedAndNamedInsideTheFolder() throws IOException {
        new SplittableRandom(1).nextBytes(content);
        CodedFileReceiver receiver = new CodedFileReceiver(folder.resolve("target"));
        receiver.begin(CONTROL, header(7, Checksums.sha256().digest(content)));
        assertThat(receiver.progress()).hasSize(1);
        CodedFileReceiver.Done done = send(receiver, 7);
        assertThat(done.sender()).isEqualTo(CONTROL);
        assertThat(done.received().verified()).isTrue();
        assertThat(done.received().file()).isEqualTo(folder.resolve("target/a.bin")).hasBinaryContent(content);
        assertThat(receiver.progress()).isEmpty();
    }

    @Test
    void aCopyThatIsWrongIsDeleted() throws IOException {
        CodedFileReceiver receiver = new CodedFileReceiver(folder.resolve("target"));
        receiver.begin(CONTROL, header(1, new byte[32]));
        assertThat(send(receiver, 1).received().verified()).isFalse();
        assertThat(folder.resolve("target")).isEmptyDirectory();
    }

    @Test
    void symbolsOfOtherTransfersAndSendersAreIgnored() throws IOException {
        CodedFileReceiver receiver = new CodedFileReceiver(folder.resolve("target"));
        FileMessage.Symbol symbol = new FileMessage.Symbol(1, 0, 0, new byte[FileMessage.SYMBOL_LENGTH]);
        assertThat(receiver.symbol(DATA, symbol)).as("no header yet").isEmpty();
        receiver.begin(CONTROL, header(1, new byte[32]));
        assertThat(receiver.symbol(CONTROL, symbol)).isEmpty();
        assertThat(receiver.symbol(DATA, new FileMessage.Symbol(2, 0, 0, symbol.data()))).isEmpty();
        assertThat(receiver.symbol(DATA, new FileMessage.Symbol(1, 0, 0, new byte[3]))).isEmpty();
        assertThatThrownBy(() -> receiver.symbol(DATA, new FileMessage.Symbol(1, 99, 0, symbol.data())))
                .hasMessage("block 99: accepted are 0 to 3");
        receiver.begin(CONTROL, header(2, new byte[32]));
        try (var files = Files.list(folder.resolve("target"))) {
            assertThat(files).as("the first one is given up").hasSize(1);
        }
    }

    @Test
    void aFileThatNeedsMoreMemoryThanThereIsIsRefusedAndOthersGoOn() throws IOException {
        new SplittableRandom(1).nextBytes(content);
        CodedFileReceiver receiver = new CodedFileReceiver(folder.resolve("target"), 1 << 20,
                FileNames.Opener.NEW);
        FileMessage.CodedHeader large = new FileMessage.CodedHeader(3, "large", new byte[32], new CodedLayout(1 << 20, 1), new MemberId(12));
        assertThat(receiver.begin(CONTROL, large)).hasValueSatisfying(done -> {
            assertThat(done.received().verified()).isFalse();
            assertThat(done.received().trouble()).contains("bytes of memory", "accepted are 1048576");
        });
        receiver.begin(CONTROL, header(7, Checksums.sha256().digest(content)));
        assertThat(send(receiver, 7).received().verified()).isTrue();
        receiver.begin(CONTROL, header(8, new byte[32]));
        receiver.close();
        assertThat(folder.resolve("target")).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void memoryForAnAnnouncedSizeIsAThousandthOfIt() throws IOException {
        CodedLayout gigabyte = new CodedLayout(1L << 30, FileMessage.SYMBOL_LENGTH);
        CodedFileReceiver receiver = new CodedFileReceiver(folder.resolve("target"), 2 << 20, FileNames.Opener.NEW);
        assertThat(receiver.begin(CONTROL, new FileMessage.CodedHeader(1, "large", new byte[32], gigabyte, new MemberId(12)))).isEmpty();
        assertThat(Files.size(folder.resolve("target/large" + FileNames.PART))).as("until something comes").isZero();
        assertThat(receiver.begin(CONTROL, new FileMessage.CodedHeader(1, "large", new byte[32], gigabyte, new MemberId(13))))
                .as("the second one").isPresent();
    }

    @Test
    void aFullDiskEndsOneFileOnly() throws IOException {
        new SplittableRandom(1).nextBytes(content);
        CodedFileReceiver receiver = new CodedFileReceiver(folder.resolve("target"), 1 << 20, FullDisk.from(1));
        receiver.begin(CONTROL, header(7, Checksums.sha256().digest(content)));
        receiver.begin(CONTROL, new FileMessage.CodedHeader(8, "b", new byte[32], header(8, new byte[32]).layout(), new MemberId(12)));
        assertThat(receiver.symbol(new SenderId(new SiteId(1), 12), new FileMessage.Symbol(8, 0, 0,
                new byte[FileMessage.SYMBOL_LENGTH]))).hasValueSatisfying(done -> {
                    assertThat(done.received().verified()).isFalse();
                    assertThat(done.received().trouble()).isEqualTo("No space left on device");
                });
        assertThat(send(receiver, 7).received().verified()).isTrue();
    }

    @Test
    void nobodyGivesUpTheFileOfAnother() throws IOException {
        new SplittableRandom(1).nextBytes(content);
        CodedFileReceiver receiver = new CodedFileReceiver(folder.resolve("target"));
        receiver.begin(CONTROL, header(7, Checksums.sha256().digest(content)));
        assertThat(receiver.begin(new SenderId(new SiteId(1), 99), header(7, new byte[32]))).hasValueSatisfying(done ->
                assertThat(done.received().trouble()).contains("another member"));
        assertThat(send(receiver, 7).received().verified()).isTrue();
    }

    @Test
    void whatASenderLeavesBehindIsGivenUp() throws IOException {
        CodedFileReceiver receiver = new CodedFileReceiver(folder.resolve("target"));
        receiver.begin(CONTROL, header(7, new byte[32]));
        assertThat(receiver.giveUpOfAbsent(Set.of(CONTROL), 0)).isEmpty();
        assertThat(receiver.giveUpOfAbsent(Set.of(), 1)).isEmpty();
        assertThat(receiver.giveUpOfAbsent(Set.of(), 1 + Absent.PATIENCE.toNanos())).hasSize(1);
        assertThat(receiver.isIdle()).isTrue();
        assertThat(folder.resolve("target")).isEmptyDirectory();
    }

    @Test
    void aHeaderThatCannotBeServedIsMalformed() {
        byte[] bytes = header(1, new byte[32]).encode();
        int size = bytes.length - 18;
        bytes[size] = 1;
        assertThatThrownBy(() -> FileMessage.decode(bytes)).isInstanceOf(MalformedPacketException.class)
                .hasMessageContaining("coded transfer of");
    }
}
