package org.xpand.alm.udp;

import io.netty.channel.Channel;
import io.netty.channel.unix.Buffer;
import io.netty.channel.unix.RawUnixChannelOption;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Small programs that Linux runs for a socket (classic BPF, linux/filter.h). They need no privilege and no native code of
 * our own.
 */
final class SocketPrograms {
    /** Cuts the last byte off a datagram whose IP header says Congestion Experienced; for IPv4 and IPv6. */
    static final SocketPrograms CUT_MARKED = new SocketPrograms("SO_ATTACH_FILTER", 26, new int[][] {
            {Op.LOAD_BYTE, 0, 0, Op.IP_HEADER}, {Op.SHIFT_RIGHT, 0, 0, 4}, {Op.IF_EQUAL, 3, 0, 6},
            // IPv4: the low two bits of the second byte.
            {Op.LOAD_BYTE, 0, 0, Op.IP_HEADER + 1}, {Op.AND, 0, 0, Op.ECN_BITS}, {Op.JUMP, 0, 0, 3},
            // IPv6: two bits in the middle of the second byte.
            {Op.LOAD_BYTE, 0, 0, Op.IP_HEADER + 1}, {Op.SHIFT_RIGHT, 0, 0, 4}, {Op.AND, 0, 0, Op.ECN_BITS},
            {Op.IF_EQUAL, 0, 3, Op.EXPERIENCED},
            {Op.LOAD_LENGTH, 0, 0, 0}, {Op.SUBTRACT, 0, 0, 1}, {Op.RETURN_VALUE, 0, 0, 0},
            {Op.RETURN, 0, 0, Op.WHOLE}});
    /** Of several sockets bound to one address, the first takes all that arrives. */
    static final SocketPrograms FIRST_TAKES_ALL = new SocketPrograms("SO_ATTACH_REUSEPORT_CBPF", 51, new int[][] {
            {Op.RETURN, 0, 0, 0}});

    private static final int SOL_SOCKET = 1;
    /** struct sock_fprog: how many instructions (2), where they are (8), with its padding. */
    private static final int PROGRAM_LENGTH = 16;
    private static final int ADDRESS_AT = 8;
    private static final int INSTRUCTION_LENGTH = 8;

    private final RawUnixChannelOption option;
    private final int[][] instructions;

    /** Operations and constants of the programs. */
    private static final class Op {
        static final int LOAD_BYTE = 0x30;
        static final int LOAD_LENGTH = 0x80;
        static final int SHIFT_RIGHT = 0x74;
        static final int AND = 0x54;
        static final int SUBTRACT = 0x14;
        static final int JUMP = 0x05;
        static final int IF_EQUAL = 0x15;
        static final int RETURN = 0x06;
        static final int RETURN_VALUE = 0x16;
        /** Where a load counts from the network header on (SKF_NET_OFF). */
        static final int IP_HEADER = -0x100000;
        static final int ECN_BITS = 3;
        static final int EXPERIENCED = 3;
        static final int WHOLE = 1 << 18;
    }

    private SocketPrograms(String name, int option, int[][] instructions) {
        this.option = new RawUnixChannelOption(name, SOL_SOCKET, option, PROGRAM_LENGTH);
        this.instructions = instructions;
    }

    /**
     * Gives it to a channel's socket.
     *
     * @throws io.netty.channel.ChannelException if the system refuses it
     */
    void attach(Channel channel) {
        ByteBuffer code = ByteBuffer.allocateDirect(instructions.length * INSTRUCTION_LENGTH).order(ByteOrder.nativeOrder());
        for (int[] each : instructions) {
            code.putShort((short) each[0]).put((byte) each[1]).put((byte) each[2]).putInt(each[3]);
        }
        ByteBuffer program = ByteBuffer.allocateDirect(PROGRAM_LENGTH).order(ByteOrder.nativeOrder());
        program.putShort(0, (short) instructions.length).putLong(ADDRESS_AT, Buffer.memoryAddress(code));
        channel.config().setOption(option, program);
        Reference.reachabilityFence(code);
    }
}
