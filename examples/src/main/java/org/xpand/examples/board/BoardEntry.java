package org.xpand.examples.board;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/**
 * What a board accepts as an entry and as a cursor. The same rule holds for the requests of a page, for messages of other members and
 * for the state: so no page gets anything that it cannot draw, and members that have received the same have the same board.
 */
final class BoardEntry {
    static final String ERASED = "erased";
    private static final String STROKE = "stroke";
    private static final String CHAT = "chat";
    private static final String POINTS = "points";
    private static final List<String> TYPES = List.of(STROKE, CHAT, ERASED);
    /** The names that the page knows. */
    private static final List<String> COLORS = List.of("ink", "blue", "red", "green", "violet", "gold");
    /** Maximum characters of an identity. */
    private static final int MAX_ID = 64;
    /** Largest time that a page can represent, milliseconds since 1970. */
    private static final long MAX_TIME = (1L << 53) - 1;

    private BoardEntry() {
    }

    /** Returns what is wrong with the content of an entry and what is accepted; empty if nothing is wrong. */
    static Optional<String> wrongContent(ObjectNode entry) {
        String type = entry.path("type").asText();
        return switch (type) {
            case STROKE -> wrongStroke(entry);
            case CHAT -> require(entry.path("text").isTextual() && !entry.path("text").asText().isBlank(),
                    "an entry of type chat: accepted is a text that is not empty as its text");
            case ERASED -> Optional.empty();
            default -> Optional.of("an entry of type '" + type + "': accepted are " + String.join(", ", TYPES));
        };
    }

    private static Optional<String> wrongStroke(ObjectNode entry) {
        JsonNode points = entry.path(POINTS);
        boolean drawable = points.isArray() && !points.isEmpty() && points.size() % 2 == 0;
        for (int i = 0; drawable && i < points.size(); i++) {
            drawable = isPlace(points.get(i));
        }
        if (!drawable) {
            return Optional.of("an entry of type stroke: accepted is an array x, y, x, y, ... of numbers as its points, one pair or more");
        }
        JsonNode color = entry.path("color");
        return require(color.isTextual() && COLORS.contains(color.asText()),
                "an entry of type stroke: accepted as its color are " + String.join(", ", COLORS));
    }

    /** Returns what is wrong with an entry as members send it and keep it; empty if nothing is wrong. */
    static Optional<String> wrong(ObjectNode entry) {
        if (entry == null) {
            return Optional.of("accepted is a JSON object");
        }
        JsonNode id = entry.path("id");
        JsonNode time = entry.path("time");
        if (!id.isTextual() || id.asText().isEmpty() || id.asText().length() > MAX_ID) {
            return Optional.of("an entry's identity: accepted is a text of 1 to " + MAX_ID + " characters");
        }
        if (!time.isIntegralNumber() || !time.canConvertToLong() || time.asLong() < 0 || time.asLong() > MAX_TIME) {
            return Optional.of("an entry's time: accepted is 0 to " + MAX_TIME);
        }
        return entry.path("by").isTextual() ? wrongContent(entry) : Optional.of("an entry's author: accepted is a text");
    }

    /** Whether this is the position of a cursor. */
    static boolean isCursor(ObjectNode cursor) {
        return cursor != null && isPlace(cursor.path("x")) && isPlace(cursor.path("y"));
    }

    private static boolean isPlace(JsonNode number) {
        return number.isNumber() && Double.isFinite(number.asDouble());
    }

    private static Optional<String> require(boolean right, String otherwise) {
        return right ? Optional.empty() : Optional.of(otherwise);
    }
}
