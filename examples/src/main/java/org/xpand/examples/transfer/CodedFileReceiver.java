package org.xpand.examples.transfer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.coding.CodedReceiver;

/**
 * Rebuilds received coded files in a folder, each under a provisional name until it is verified. Headers and symbols arrive in
 * different groups and in any order: symbols without a header are ignored. A file that cannot be written, differs from its
 * announcement, or is abandoned by its sender is deleted; the others continue. Received data is on disk; memory has a little more
 * than a thousandth of it, and is bounded for all files together. Thread-safe.
 */
public final class CodedFileReceiver implements AutoCloseable {
    /** All files together may use one part of this many of the heap. */
    private static final int HEAP_PARTS = 4;

    private final FileNames names;
    private final long memoryBytes;
    private final Map<SenderId, Arriving> arriving = new TreeMap<>();
    private final Absent absent = new Absent();

    /** A file that is being rebuilt. */
    private record Arriving(FileMessage.CodedHeader header, SenderId control, FileNames.Place place, DiskFile disk,
                            CodedReceiver receiver) {
        private long lacking() {
            return Math.max(0, header.layout().size() - receiver.completeBlocks() * (long) header.layout().code().blockLength());
        }
    }

    /**
     * A complete file.
     *
     * @param sender   the sender of its header
     * @param received the file
     */
    public record Done(SenderId sender, FileReceiver.Received received) {
    }

    /**
     * Progress of a file.
     *
     * @param name   its name
     * @param blocks blocks rebuilt
     * @param of     blocks in total
     */
    public record Progress(String name, int blocks, int of) {
    }

    /** @param folder folder for the files; created if it does not exist. Incomplete files of receivers that were killed are deleted */
    public CodedFileReceiver(Path folder) throws IOException {
        this(folder, Runtime.getRuntime().maxMemory() / HEAP_PARTS, FileNames.Opener.NEW);
    }

    /** @param memoryBytes memory for incomplete files; a file that needs more is refused */
    CodedFileReceiver(Path folder, long memoryBytes, FileNames.Opener opener) throws IOException {
        this.names = new FileNames(Files.createDirectories(folder), opener);
        this.memoryBytes = memoryBytes;
        names.tidy();
    }

    /**
     * A sender starts a file; its previous incomplete file is abandoned.
     *
     * @return the file, if it is refused
     */
    public synchronized Optional<Done> begin(SenderId control, FileMessage.CodedHeader header) {
        SenderId source = new SenderId(control.site(), header.source());
        Arriving old = arriving.get(source);
        try {
            if (old != null && !old.control.equals(control)) {
                throw new IOException("another member sends for member " + header.source());
            }
            if (old != null) {
                arriving.remove(source).place.giveUp();
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
            long promised = arriving.values().stream().mapToLong(Arriving::lacking).sum();
            FileNames.Place place = names.create(header.name(), header.layout().size(), promised);
            DiskFile disk = new DiskFile(place.channel());
            arriving.put(source, new Arriving(header, control, place, disk, new CodedReceiver(header.layout(), disk)));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(new Done(control, FileReceiver.Received.failed(header.name(), 0, header.transfer(), e)));
        }
    }

    /**
     * Handles a symbol; returns the file that it completes.
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
        file.place.giveUp();
        return FileReceiver.Received.failed(file.header.name(), 0, file.header.transfer(), cause);
    }

    private static FileReceiver.Received finish(Arriving file) throws IOException {
        long size = file.header.layout().size();
        file.disk.size(size);
        Path name = file.place.file();
        boolean verified = MessageDigest.isEqual(file.disk.sha256(size), file.header.sha256());
        if (verified) {
            name = file.place.publish();
        } else {
            file.place.giveUp();
        }
        return new FileReceiver.Received(name, size, verified, file.header.transfer(), "");
    }

    /**
     * Abandons files whose senders have been absent for {@link Absent#PATIENCE}. To be called from time to time.
     *
     * @param present members of the group of the headers
     * @param now     a time that never goes back
     * @return the names of those files, as in the folder
     */
    public synchronized List<Path> giveUpOfAbsent(Set<SenderId> present, long now) {
        Set<SenderId> gone = Set.copyOf(absent.among(arriving.values().stream().map(Arriving::control).toList(), present, now));
        List<Arriving> given = arriving.values().stream().filter(each -> gone.contains(each.control)).toList();
        arriving.values().removeAll(given);
        given.forEach(each -> each.place.giveUp());
        return given.stream().map(each -> each.place.file()).toList();
    }

    /** Whether no file is being rebuilt. */
    public synchronized boolean isIdle() {
        return arriving.isEmpty();
    }

    /** Deletes incomplete files. */
    @Override
    public synchronized void close() {
        arriving.values().forEach(each -> each.place.giveUp());
        arriving.clear();
    }

    /** Returns the progress of all incomplete files. */
    public synchronized List<Progress> progress() {
        return arriving.values().stream().map(each -> new Progress(FileNames.safe(each.header.name()), each.receiver.completeBlocks(),
                each.header.layout().blocks())).toList();
    }
}
