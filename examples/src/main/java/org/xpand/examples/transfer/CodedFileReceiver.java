package org.xpand.examples.transfer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.coding.CodedReceiver;

/**
 * Rebuilds the coded files that others send, in a folder, each as {@code NAME.part} until it is verified. Headers and
 * symbols come in different groups and in any order: symbols without a header are ignored. What cannot be written,
 * or is not what was announced, is deleted, and the others go on. Safe for use by several threads.
 */
public final class CodedFileReceiver implements AutoCloseable {
    /** Part of the heap that all files together may take. */
    private static final int HEAP_PARTS = 4;

    private final FileNames names;
    private final long memoryBytes;
    private final Map<SenderId, Arriving> arriving = new TreeMap<>();

    /** A file that is being rebuilt. */
    private record Arriving(FileMessage.CodedHeader header, SenderId control, FileNames.Place place, DiskFile disk,
                            CodedReceiver receiver) {
        private void giveUp() throws IOException {
            disk.close();
            Files.deleteIfExists(place.part());
        }
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
        this(folder, Runtime.getRuntime().maxMemory() / HEAP_PARTS);
    }

    /** @param memoryBytes what the files that are arriving may take of memory; a file that needs more is refused */
    CodedFileReceiver(Path folder, long memoryBytes) throws IOException {
        this.names = new FileNames(Files.createDirectories(folder));
        this.memoryBytes = memoryBytes;
    }

    /**
     * A sender begins a file; one of the same sender that is not complete is given up.
     *
     * @return the file, if it cannot be taken
     */
    public synchronized Optional<Done> begin(SenderId control, FileMessage.CodedHeader header) {
        SenderId source = new SenderId(control.site(), header.source());
        try {
            Arriving old = arriving.remove(source);
            if (old != null) {
                old.giveUp();
            }
            if (arriving.size() >= FileReceiver.MAX_ARRIVING) {
                throw new IOException(arriving.size() + " other files are arriving, which is the most at a time");
            }
            long needed = CodedReceiver.memoryBytes(header.layout());
            long taken = arriving.values().stream().mapToLong(each -> each.receiver.memoryBytes()).sum();
            if (needed > memoryBytes - taken) {
                throw new IOException("it needs " + needed + " bytes of memory to be rebuilt; accepted are "
                        + Math.max(0, memoryBytes - taken) + ", a quarter of the heap less what other files take");
            }
            FileNames.Place place = names.create(header.name());
            DiskFile disk = new DiskFile(place.channel());
            arriving.put(source, new Arriving(header, control, place, disk, new CodedReceiver(header.layout(), disk)));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(new Done(control, FileReceiver.Received.failed(header.name(), 0, header.transfer(), e)));
        }
    }

    /**
     * A symbol arrived; answers the file it completes.
     *
     * @throws IllegalArgumentException if the file has no such symbol
     */
    public synchronized Optional<Done> symbol(SenderId source, FileMessage.Symbol symbol) {
        Arriving file = arriving.get(source);
        if (file == null || file.header.transfer() != symbol.transfer()
                || symbol.data().length != file.header.layout().symbolLength()) {
            return Optional.empty();
        }
        try {
            if (!file.receiver.symbol(symbol.block(), symbol.symbol(), symbol.data(), 0)) {
                return Optional.empty();
            }
            arriving.remove(source);
            return Optional.of(new Done(file.control, finish(file)));
        } catch (IOException e) {
            arriving.remove(source);
            return Optional.of(new Done(file.control, failed(file, e)));
        }
    }

    private static FileReceiver.Received failed(Arriving file, IOException cause) {
        try {
            file.giveUp();
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
        return FileReceiver.Received.failed(file.header.name(), 0, file.header.transfer(), cause);
    }

    private static FileReceiver.Received finish(Arriving file) throws IOException {
        long size = file.header.layout().size();
        file.disk.size(size);
        file.disk.close();
        Path part = file.place.part();
        boolean verified = MessageDigest.isEqual(Checksums.sha256(part), file.header.sha256());
        if (verified) {
            Files.move(part, file.place.file(), StandardCopyOption.ATOMIC_MOVE);
        } else {
            file.giveUp();
        }
        return new FileReceiver.Received(file.place.file(), size, verified, file.header.transfer(), "");
    }

    /** Deletes what is not complete. */
    @Override
    public synchronized void close() throws IOException {
        for (Arriving each : arriving.values()) {
            each.giveUp();
        }
        arriving.clear();
    }

    /** How far the files are that are being rebuilt. */
    public synchronized List<Progress> progress() {
        return arriving.values().stream().map(each -> new Progress(each.header.name(), each.receiver.completeBlocks(),
                each.header.layout().blocks())).toList();
    }
}
