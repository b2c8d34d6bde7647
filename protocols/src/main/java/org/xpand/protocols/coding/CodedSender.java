package org.xpand.protocols.coding;

import java.io.IOException;
import java.util.Arrays;

/**
 * Makes the symbols of a file in the order of a {@link SymbolSchedule}, without end. Memory is bounded by one window of
 * blocks, some megabytes, whatever the size of the file. Not thread-safe.
 */
public final class CodedSender {
    private final CodedLayout layout;
    private final RandomAccess file;
    private final ErasureCode code;
    private final SymbolSchedule schedule;
    private final BlockEncoder encoder;
    private final byte[] window;
    private int windowStart = -1;
    private int encoded = -1;

    /**
     * Creates a sender of a file; reads nothing yet.
     *
     * @param layout layout of the file
     * @param file   the file; it must not change as long as receivers rebuild it
     */
    public CodedSender(CodedLayout layout, RandomAccess file) {
        this.layout = layout;
        this.file = file;
        this.code = layout.code();
        this.schedule = new SymbolSchedule(layout.blocks());
        this.encoder = new BlockEncoder(code);
        this.window = new byte[Math.min(layout.blocks(), SymbolSchedule.WINDOW_BLOCKS) * code.blockLength()];
    }

    /**
     * Writes the next symbol, {@link CodedLayout#symbolLength} bytes; {@link #block} and {@link #symbol} then identify it.
     *
     * @param target receives the symbol
     * @param offset where it begins there
     * @throws IOException if the file cannot be read
     */
    public void next(byte[] target, int offset) throws IOException {
        schedule.next();
        if (schedule.windowStart() != windowStart) {
            load();
        }
        int at = (schedule.block() - windowStart) * code.blockLength();
        if (schedule.symbol() < code.dataSymbols()) {
            System.arraycopy(window, at + schedule.symbol() * code.symbolLength(), target, offset, code.symbolLength());
            return;
        }
        if (encoded != schedule.block()) {
            encoder.block(window, at, code.blockLength());
            encoded = schedule.block();
        }
        encoder.symbol(schedule.symbol(), target, offset);
    }

    private void load() throws IOException {
        windowStart = schedule.windowStart();
        int length = 0;
        for (int i = 0; i < schedule.windowBlocks(); i++) {
            length += layout.length(windowStart + i);
        }
        file.read(layout.offset(windowStart), window, 0, length);
        Arrays.fill(window, length, window.length, (byte) 0);
    }

    /** {@return the block of the symbol written last} */
    public int block() {
        return schedule.block();
    }

    /** {@return the number of the symbol written last in its block} */
    public int symbol() {
        return schedule.symbol();
    }
}
