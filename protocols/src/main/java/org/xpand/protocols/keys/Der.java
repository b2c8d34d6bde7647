package org.xpand.protocols.keys;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;

/** Writes the parts of a certificate: DER (X.690) as RFC 5280 uses it. */
final class Der {
    /** Tag numbers of the types, X.690 §8. */
    static final int SEQUENCE = 0x30;
    static final int SET = 0x31;

    private static final int BOOLEAN = 0x01;
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OCTET_STRING = 0x04;
    private static final int OBJECT_ID = 0x06;
    private static final int UTF8_STRING = 0x0C;
    private static final int UTC_TIME = 0x17;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int SHORT_LENGTH = 0x80;
    /** From this year on RFC 5280 §4.1.2.5 requires four digits of it. */
    private static final int LONG_YEAR = 2050;

    private Der() {
    }

    /** A value: its tag number and its length, followed by its content. */
    static byte[] of(int number, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(number);
        int length = content.size();
        if (length < SHORT_LENGTH) {
            out.write(length);
        } else {
            byte[] long4 = BigInteger.valueOf(length).toByteArray();
            byte[] digits = long4[0] == 0 ? Arrays.copyOfRange(long4, 1, long4.length) : long4;
            out.write(SHORT_LENGTH | digits.length);
            out.writeBytes(digits);
        }
        out.writeBytes(content.toByteArray());
        return out.toByteArray();
    }

    static byte[] integer(BigInteger value) {
        return of(INTEGER, value.toByteArray());
    }

    static byte[] yes() {
        return of(BOOLEAN, new byte[] {(byte) 0xFF});
    }

    static byte[] bits(byte[] bytes) {
        return of(BIT_STRING, new byte[1], bytes);
    }

    static byte[] octets(byte[] bytes) {
        return of(OCTET_STRING, bytes);
    }

    static byte[] text(String text) {
        return of(UTF8_STRING, text.getBytes(StandardCharsets.UTF_8));
    }

    /** @param encoded the bytes of the identifier as encoded by X.690 §8.19 */
    static byte[] objectId(int... encoded) {
        byte[] bytes = new byte[encoded.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) encoded[i];
        }
        return of(OBJECT_ID, bytes);
    }

    /** A time, to the second. */
    static byte[] time(Instant instant) {
        boolean longYear = instant.atZone(ZoneOffset.UTC).getYear() >= LONG_YEAR;
        String text = DateTimeFormatter.ofPattern(longYear ? "yyyyMMddHHmmss'Z'" : "yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC)
                .format(instant);
        return of(longYear ? GENERALIZED_TIME : UTC_TIME, text.getBytes(StandardCharsets.US_ASCII));
    }
}
