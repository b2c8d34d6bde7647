package org.xpand.core;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Texts of applications and other members, which are put into messages, logs and views: one line, with characters that UTF-8 has. */
final class Texts {
    private static final char INSTEAD = '?';

    private Texts() {
    }

    /** Whether a text is one line without control characters, and has a form in UTF-8. */
    static boolean isPlain(String text) {
        return text.codePoints().allMatch(Texts::isPlain);
    }

    private static boolean isPlain(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE -> false;
            default -> true;
        };
    }

    /** Whether a text has a form in UTF-8: no half of a pair of surrogates. */
    static boolean hasUtf8(String text) {
        return text.codePoints().noneMatch(each -> Character.getType(each) == Character.SURROGATE);
    }

    /** Returns why something failed: the exception's message, or the name of its class if it has none. */
    static String reason(Throwable failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getName() : message;
    }

    /** Returns the text with question marks in place of what is not plain. */
    static String plain(String text) {
        StringBuilder plain = new StringBuilder();
        text.codePoints().forEach(each -> plain.appendCodePoint(isPlain(each) ? each : INSTEAD));
        return plain.toString();
    }

    /** Returns the plain text of UTF-8 bytes of another member, from an offset on, without what is longer than {@code most} bytes. */
    static String plain(byte[] utf8, int offset, int most) {
        return plain(new String(utf8, offset, Math.min(most, utf8.length - offset), StandardCharsets.UTF_8));
    }

    /** Returns the beginning of the text, in whole characters, as at most so many bytes of UTF-8. */
    static byte[] utf8(String text, int most) {
        ByteBuffer bytes = ByteBuffer.allocate(most);
        StandardCharsets.UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPLACE).encode(CharBuffer.wrap(text), bytes, true);
        byte[] utf8 = new byte[bytes.position()];
        bytes.flip().get(utf8);
        return utf8;
    }
}
