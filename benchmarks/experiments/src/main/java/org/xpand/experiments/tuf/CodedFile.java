package org.xpand.experiments.tuf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.xpand.protocols.coding.BlockDecoder;
import org.xpand.protocols.coding.BlockEncoder;
import org.xpand.protocols.coding.ErasureCode;

/**
 * A file in coded blocks, sent without end: a symbol of every block, then the next symbol of every block. Symbols are
 * really coded and decoded; they stand for as many packets, but are short, so that it takes little time.
 */
final class CodedFile {
    /** A prime: no regular pattern of what passes a filter falls into step with the symbols. */
    private static final int SYMBOLS = 251;
    private static final int DATA_SYMBOLS = 64;
    private static final ErasureCode CODE = new ErasureCode(DATA_SYMBOLS, SYMBOLS - DATA_SYMBOLS, 8);

    /** Layers of {@link Order#BY_TAG}: the lowest has the tags up to this rate in packets per second, each next one as many. */
    private static final double LOWEST_LAYER = 32;
    private static final int LAYERS = 16;

    private final Order order;
    private final List<byte[]> blocks = new ArrayList<>();
    private final List<BlockEncoder> encoders = new ArrayList<>();
    private final long[] sentInLayer = new long[LAYERS];
    /** What a packet carries, by its number: its place among all symbols of the file. */
    private long[] places = new long[1024];
    private final byte[] symbol = new byte[CODE.symbolLength()];

    /** Which symbol a packet carries. */
    enum Order {
        /** The one after that of the packet before. */
        IN_TURN,
        /**
         * The one after that of the packet before in its layer of tags; each layer begins elsewhere, so that those that
         * pass a filter together do not meet before the file is there (Vicisano, 1998).
         */
        BY_TAG
    }

    /** A file of random bytes. */
    CodedFile(int blockCount, Order order, RandomGenerator random) {
        this.order = order;
        for (int i = 0; i < blockCount; i++) {
            byte[] block = new byte[CODE.blockLength()];
            random.nextBytes(block);
            BlockEncoder encoder = new BlockEncoder(CODE);
            encoder.block(block, 0, block.length);
            blocks.add(block);
            encoders.add(encoder);
        }
    }

    /** Packets that it takes at least. */
    int packets() {
        return blocks.size() * DATA_SYMBOLS;
    }

    /**
     * A packet leaves.
     *
     * @param rate its tag times B0, packets per second
     */
    void sent(long number, double rate) {
        if (number == places.length) {
            places = Arrays.copyOf(places, places.length * 2);
        }
        if (order == Order.IN_TURN) {
            places[(int) number] = number;
            return;
        }
        int layer = 0;
        while (layer < LAYERS - 1 && rate >= LOWEST_LAYER * (1 << layer)) {
            layer++;
        }
        long begin = SYMBOLS * Integer.toUnsignedLong(Integer.reverse(layer)) >>> Integer.SIZE;
        places[(int) number] = begin * blocks.size() + sentInLayer[layer]++;
    }

    /** Rebuilds the file from the packets that come. */
    final class Copy {
        private final List<BlockDecoder> decoders = new ArrayList<>();
        private int complete;
        private long taken;

        Copy() {
            blocks.forEach(block -> decoders.add(new BlockDecoder(CODE)));
        }

        /**
         * Takes the packet of this number; answers whether the file is rebuilt.
         *
         * @throws IllegalStateException if a block was rebuilt wrong
         */
        boolean add(long number) {
            if (isComplete()) {
                return true;
            }
            taken++;
            long place = places[(int) number];
            int block = (int) (place % blocks.size());
            BlockDecoder decoder = decoders.get(block);
            if (!decoder.complete()) {
                int index = (int) (place / blocks.size() % SYMBOLS);
                encoders.get(block).symbol(index, symbol, 0);
                if (decoder.add(index, symbol, 0)) {
                    if (!Arrays.equals(decoder.block(), blocks.get(block))) {
                        throw new IllegalStateException("block " + block + " differs from what was sent");
                    }
                    complete++;
                }
            }
            return isComplete();
        }

        boolean isComplete() {
            return complete == decoders.size();
        }

        /** Packets it took, over those it takes at least. */
        double overhead() {
            return (double) taken / packets();
        }
    }
}
