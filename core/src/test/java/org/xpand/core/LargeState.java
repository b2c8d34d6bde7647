package org.xpand.core;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.zip.CRC32;

/** A process of two sites whose heap is smaller than the state that one of them gives the other. */
final class LargeState {
    private LargeState() {
    }

    private static void write(OutputStream out, long bytes) throws IOException {
        byte[] piece = new byte[10_000];
        CRC32 sum = new CRC32();
        for (long left = bytes; left > 0; left -= piece.length) {
            Arrays.fill(piece, (byte) left);
            sum.update(piece);
            out.write(piece);
        }
        System.out.println("given " + bytes + " " + Long.toHexString(sum.getValue()));
    }

    private static void read(InputStream in) throws IOException {
        byte[] piece = new byte[10_000];
        CRC32 sum = new CRC32();
        long bytes = 0;
        for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
            sum.update(piece, 0, length);
            bytes += length;
        }
        System.out.println("taken " + bytes + " " + Long.toHexString(sum.getValue()));
    }

    /** @param arguments how many bytes the state has */
    public static void main(String[] arguments) throws Exception {
        long bytes = Long.parseLong(arguments[0]);
        try (RealSites sites = new RealSites()) {
            sites.add(0, "ann").join("board", JoinOptions.reliable().withState(() -> out -> write(out, bytes), LargeState::read),
                    message -> { });
            sites.add(1, "bob").join("board", JoinOptions.reliable().withState(() -> out -> write(out, 0), LargeState::read),
                    message -> { });
        }
        System.exit(0);
    }
}
