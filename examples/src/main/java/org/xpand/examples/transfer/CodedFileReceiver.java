package org.xpand.examples.transfer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.xpand.protocols.coding.CodedReceiver;
import org.xpand.protocols.directory.SenderId;

/**
 * Rebuilds the coded files that others send, in a folder, each as {@code NAME.part} until it is verified. Headers and
 * symbols come in different groups and in any order: symbols without a header are ignored. Safe for use by several threads.
 */
public final class CodedFileReceiver {
    private final Path folder;
    private final Map<SenderId, Arriving> arriving = new TreeMap<>();

    /** A file that is being rebuilt. */
    private record Arriving(FileMessage.CodedHeader header, SenderId control, Path file, DiskFile disk,
                            CodedReceiver receiver) {
    }

    /**
     * A file that is complete.
     *
     * @param sender   who sent its header
     * @param received the file
     */
    public record Done(SenderId sender, FileReceiver.Received received) {
    }

    /**
     * How far a file is.
     *
     * @param name   its name
     * @param blocks blocks rebuilt
     * @param of     blocks it has
     */
    public record Progress(String name, int blocks, int of) {
    }

    /**
     * @param folder where files go; made if it is not there
     */
    public CodedFileReceiver(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    /** A sender begins a file; one of the same sender that is not complete is given up. */
    public synchronized void begin(SenderId control, FileMessage.CodedHeader header) throws IOException {
        SenderId source = new SenderId(control.site(), header.source());
        Arriving old = arriving.remove(source);
        if (old != null) {
            old.disk.close();
            Files.deleteIfExists(FileReceiver.part(old.file));
        }
        Path file = FileReceiver.freeName(folder, header.name());
        DiskFile disk = new DiskFile(FileReceiver.part(file), StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        arriving.put(source, new Arriving(header, control, file, disk, new CodedReceiver(header.layout(), disk)));
    }

    /**
     * A symbol arrived; answers the file it completes.
     *
     * @throws IllegalArgumentException if the file has no such symbol
     */
    public synchronized Optional<Done> symbol(SenderId source, FileMessage.Symbol symbol) throws IOException {
        Arriving file = arriving.get(source);
        if (file == null || file.header.transfer() != symbol.transfer()
                || symbol.data().length != file.header.layout().symbolLength()) {
            return Optional.empty();
        }
        if (!file.receiver.symbol(symbol.block(), symbol.symbol(), symbol.data(), 0)) {
            return Optional.empty();
        }
        arriving.remove(source);
        return Optional.of(new Done(file.control, finish(file)));
    }

    private static FileReceiver.Received finish(Arriving file) throws IOException {
        long size = file.header.layout().size();
        file.disk.size(size);
        file.disk.close();
        Path part = FileReceiver.part(file.file);
        boolean verified = MessageDigest.isEqual(Checksums.sha256(part), file.header.sha256());
        if (verified) {
            Files.move(part, file.file, StandardCopyOption.ATOMIC_MOVE);
        }
        return new FileReceiver.Received(verified ? file.file : part, size, verified, file.header.transfer());
    }

    /** How far the files are that are being rebuilt. */
    public synchronized List<Progress> progress() {
        return arriving.values().stream().map(each -> new Progress(each.header.name(), each.receiver.completeBlocks(),
                each.header.layout().blocks())).toList();
    }
}
