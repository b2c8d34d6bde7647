package org.xpand.alm.udp;

import io.netty.channel.Channel;
import io.netty.channel.unix.Buffer;
import io.netty.channel.unix.RawUnixChannelOption;
import java.lang.ref.Reference;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.xpand.protocols.seal.DatagramSeal;

/**
 * Small programs that Linux runs for a socket (classic BPF, linux/filter.h). They need no privilege and no own native
 * code.
 */
final class SocketPrograms {
    /** Cuts the last byte off a datagram whose IP header contains Congestion Experienced; for IPv4 and IPv6. */
    static final SocketPrograms CUT_MARKED = new SocketPrograms("SO_ATTACH_FILTER", 26, new int[][] {
            {Op.LOAD_BYTE, 0, 0, Op.IP_HEADER}, {Op.SHIFT_RIGHT, 0, 0, 4}, {Op.IF_EQUAL, 3, 0, 6},
            // IPv4: the low two bits of the second byte.
            {Op.LOAD_BYTE, 0, 0, Op.IP_HEADER + 1}, {Op.AND, 0, 0, Op.ECN_BITS}, {Op.JUMP, 0, 0, 3},
            // IPv6: two bits in the middle of the second byte.
            {Op.LOAD_BYTE, 0, 0, Op.IP_HEADER + 1}, {Op.SHIFT_RIGHT, 0, 0, 4}, {Op.AND, 0, 0, Op.ECN_BITS},
            {Op.IF_EQUAL, 0, 3, Op.EXPERIENCED},
            {Op.LOAD_LENGTH, 0, 0, 0}, {Op.SUBTRACT, 0, 0, 1}, {Op.RETURN_VALUE, 0, 0, 0},
            {Op.RETURN, 0, 0, Op.WHOLE}});
    /** Of several sockets bound to one address, the first receives all datagrams. */
    static final SocketPrograms FIRST_TAKES_ALL = new SocketPrograms("SO_ATTACH_REUSEPORT_CBPF", 51, new int[][] {
            {Op.RETURN, 0, 0, 0}});

    private static final int IP_SOURCE_AT = 12;
    private static final int IPV6_SOURCE_AT = 8;
    private static final int UDP_HEADER = 8;
    /** Placeholder for a jump to the end of the program, while that is not known. */
    private static final int TAKEN = Integer.MIN_VALUE;
    private static final int SOL_SOCKET = 1;
    /** struct sock_fprog: number of instructions (2), their address (8), with padding. */
    private static final int PROGRAM_LENGTH = 16;
    private static final int ADDRESS_AT = 8;
    private static final int INSTRUCTION_LENGTH = 8;

    private final RawUnixChannelOption option;
    private final int[][] instructions;

    /** Operations and constants of the programs. */
    private static final class Op {
        static final int LOAD_BYTE = 0x30;
        static final int LOAD_HALF = 0x28;
        static final int LOAD_WORD = 0x20;
        static final int LOAD_LENGTH = 0x80;
        static final int SHIFT_RIGHT = 0x74;
        static final int AND = 0x54;
        static final int SUBTRACT = 0x14;
        static final int JUMP = 0x05;
        static final int IF_EQUAL = 0x15;
        static final int RETURN = 0x06;
        static final int RETURN_VALUE = 0x16;
        /** The offset of loads that count from the network header (SKF_NET_OFF). */
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
     * {@link #CUT_MARKED} for datagrams of these senders; others are dropped before they use the socket's buffer. It costs
     * some nanoseconds for each compared sender.
     *
     * @param marks the mark at the beginning of each sender's seals, this value or the next; {@link DatagramSeal#NO_MARK} for any
     */
    static SocketPrograms cutMarkedOf(Map<InetSocketAddress, Integer> marks) {
        List<int[]> v4 = new ArrayList<>();
        List<int[]> v6 = new ArrayList<>();
        marks.forEach((sender, mark) -> {
            byte[] address = sender.getAddress().getAddress();
            compare(address.length == Integer.BYTES ? v4 : v6, address, sender.getPort(), mark);
        });
        v4.add(new int[] {Op.RETURN, 0, 0, 0});
        v6.add(new int[] {Op.RETURN, 0, 0, 0});
        List<int[]> all = new ArrayList<>(List.of(new int[] {Op.LOAD_BYTE, 0, 0, Op.IP_HEADER}, new int[] {Op.SHIFT_RIGHT, 0, 0, 4},
                new int[] {Op.IF_EQUAL, 0, 1, 6}, new int[] {Op.JUMP, 0, 0, v4.size()}));
        all.addAll(v4);
        all.addAll(v6);
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i)[3] == TAKEN) {
                all.set(i, new int[] {Op.JUMP, 0, 0, all.size() - i - 1});
            }
        }
        all.addAll(List.of(CUT_MARKED.instructions));
        return new SocketPrograms("SO_ATTACH_FILTER", 26, all.toArray(int[][]::new));
    }

    /** Drops what one socket of this machine sends. */
    static SocketPrograms notFrom(InetSocketAddress sender) {
        int address = ByteBuffer.wrap(sender.getAddress().getAddress()).getInt();
        return new SocketPrograms("SO_ATTACH_FILTER", 26, new int[][] {
                {Op.LOAD_WORD, 0, 0, Op.IP_HEADER + IP_SOURCE_AT}, {Op.IF_EQUAL, 0, 2, address},
                {Op.LOAD_HALF, 0, 0, 0}, {Op.IF_EQUAL, 1, 0, sender.getPort()},
                {Op.RETURN, 0, 0, Op.WHOLE}, {Op.RETURN, 0, 0, 0}});
    }

    private static void compare(List<int[]> program, byte[] address, int port, int mark) {
        ByteBuffer words = ByteBuffer.wrap(address);
        int at = Op.IP_HEADER + (address.length == Integer.BYTES ? IP_SOURCE_AT : IPV6_SOURCE_AT);
        // From each comparison a jump to the next sender, over the rest of this one.
        int marked = mark == DatagramSeal.NO_MARK ? 0 : 4;
        int left = address.length / Integer.BYTES * 2 + 2 + marked;
        for (int i = 0; i < address.length; i += Integer.BYTES) {
            program.add(new int[] {Op.LOAD_WORD, 0, 0, at + i});
            left -= 2;
            program.add(new int[] {Op.IF_EQUAL, 0, left + 1, words.getInt()});
        }
        // The data begins with the UDP header, which begins with the sender's port.
        program.add(new int[] {Op.LOAD_HALF, 0, 0, 0});
        program.add(new int[] {Op.IF_EQUAL, 0, 1 + marked, port});
        if (marked > 0) {
            program.add(new int[] {Op.LOAD_WORD, 0, 0, UDP_HEADER + DatagramSeal.MARK_AT});
            program.add(new int[] {Op.SHIFT_RIGHT, 0, 0, Byte.SIZE * (Integer.BYTES - DatagramSeal.MARK_LENGTH)});
            program.add(new int[] {Op.IF_EQUAL, 1, 0, mark});
            program.add(new int[] {Op.IF_EQUAL, 0, 1, mark + 1});
        }
        program.add(new int[] {Op.JUMP, 0, 0, TAKEN});
    }

    /**
     * Attaches the program to a channel's socket.
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
