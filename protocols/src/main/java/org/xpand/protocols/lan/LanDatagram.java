package org.xpand.protocols.lan;

import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.wire.WireWriter;

/** The one datagram that is being written, in the form that {@link LanPath} describes, and the ways on which it can go. */
final class LanDatagram {
    /** A message to all. */
    static final int MULTICAST = 1;
    /** A message to one process. */
    static final int LETTER = 2;
    /** What a process has received, and sent. */
    static final int STATUS = 3;
    /** Asks for missing messages. */
    static final int REQUEST = 4;
    /** From where on a process receives another one. */
    static final int BEGIN = 5;
    /** Asks for {@link #BEGIN}. */
    static final int ASK = 6;
    /** Asks for {@link #STATUS} over the reliable path. */
    static final int PROBE = 7;
    /** What every datagram begins with. */
    static final int MARK = 0xEE4C;
    /** Where the number of a message is. */
    static final int NUMBER_OFFSET = 11;

    private final ProcessId self;
    private final LanPath.Output output;
    private final WireWriter out;

    LanDatagram(ProcessId self, int mostLength, LanPath.Output output) {
        this.self = self;
        this.output = output;
        this.out = new WireWriter(new byte[LanPath.HEADER_LENGTH + mostLength]);
    }

    ProcessId self() {
        return self;
    }

    LanPath.Output output() {
        return output;
    }

    /** Bytes of the longest part of a message that is not cut. */
    int mostPart() {
        return out.buffer().length - LanPath.HEADER_LENGTH;
    }

    /** Begins anew, with this kind; the rest follows. */
    WireWriter begin(int kind) {
        return out.reset(0, out.buffer().length).putShort(MARK).putByte(kind).putLong(self.value());
    }

    /** Writes a message. */
    void write(int kind, SentMessages.Sent sent) {
        begin(kind).putLong(sent.number()).putByte(MessagePart.place(sent.content()));
        sent.content().writeTo(out);
    }

    /** Sends what was written to all other processes. */
    void multicast() {
        output.multicast(out.buffer(), out.position());
    }

    /** Sends what was written to one process. */
    void send(ProcessId to) {
        output.send(to, out.buffer(), out.position());
    }

    /** Sends what was written over the reliable path. */
    void control(ProcessId to) {
        byte[] copy = new byte[out.position()];
        System.arraycopy(out.buffer(), 0, copy, 0, copy.length);
        output.control(to, copy);
    }
}
