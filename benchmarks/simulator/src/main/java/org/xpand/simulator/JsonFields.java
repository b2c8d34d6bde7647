package org.xpand.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A JSON object read strictly: only the fields accepted, each of its type and in its range. All errors are
 * {@link IllegalArgumentException}s of one line that begin with the document and the path of the offending field.
 */
final class JsonFields {
    /** How a field says that there is no limit. */
    static final String UNLIMITED = "unlimited";

    /** Errors stay on one line whatever the document holds. */
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
    private static final int SHOWN_CHARACTERS = 60;

    private final String document;
    private final String path;
    private final ObjectNode object;

    private JsonFields(String document, String path, ObjectNode object) {
        this.document = document;
        this.path = path;
        this.object = object;
    }

    /**
     * @param document what errors call the document
     * @param accepted the names of all fields accepted, in the order in which errors list them
     */
    static JsonFields root(String document, JsonNode node, Set<String> accepted) {
        return of(document, "", node, accepted);
    }

    private static JsonFields of(String document, String path, JsonNode node, Set<String> accepted) {
        if (!(node instanceof ObjectNode object)) {
            throw error(document, path, show(node) + " is not an object");
        }
        JsonFields fields = new JsonFields(document, path, object);
        object.fieldNames().forEachRemaining(name -> {
            if (!accepted.contains(name)) {
                throw fields.error(shorten(name), "unknown field, accepted are " + String.join(", ", accepted));
            }
        });
        return fields;
    }

    boolean has(String name) {
        return object.has(name);
    }

    /** The object in a field; an empty one if the field is absent. */
    JsonFields object(String name, Set<String> accepted) {
        JsonNode node = object.get(name);
        return of(document, pathOf(name), node == null ? object.objectNode() : node, accepted);
    }

    /** The objects in a field's array; none if the field is absent. */
    List<JsonFields> objects(String name, Set<String> accepted) {
        List<JsonFields> result = new ArrayList<>();
        for (JsonNode element : array(name)) {
            result.add(of(document, element(name, result.size()), element, accepted));
        }
        return result;
    }

    /** The strings in a field's array; none if the field is absent. */
    List<String> texts(String name) {
        List<String> result = new ArrayList<>();
        for (JsonNode element : array(name)) {
            if (!element.isTextual()) {
                throw error(document, element(name, result.size()), show(element) + " is not a string");
            }
            result.add(element.textValue());
        }
        return result;
    }

    /** The string in a field that must be there. */
    String text(String name) {
        JsonNode node = object.get(name);
        if (node == null) {
            throw error(name, "missing");
        }
        if (!node.isTextual()) {
            throw error(name, show(node) + " is not a string");
        }
        return node.textValue();
    }

    /** The string in a field, or another if the field is absent. */
    String text(String name, String absent) {
        return has(name) ? text(name) : absent;
    }

    /** The truth value in a field; false if the field is absent. */
    boolean flag(String name) {
        JsonNode node = object.get(name);
        if (node != null && !node.isBoolean()) {
            throw error(name, show(node) + " is neither true nor false");
        }
        return node != null && node.booleanValue();
    }

    /** The number in a field that must be there. */
    double number(String name, double min, double max) {
        JsonNode node = object.get(name);
        if (!node.isNumber() || !(node.doubleValue() >= min && node.doubleValue() <= max)) {
            throw error(name, show(node) + " is not " + range(min, max));
        }
        return node.doubleValue();
    }

    /** The whole number in a field that must be there. */
    long wholeNumber(String name, long min, long max) {
        JsonNode node = object.get(name);
        if (!node.isIntegralNumber() || !node.canConvertToLong() || node.longValue() < min || node.longValue() > max) {
            throw error(name, show(node) + " is not a whole number " + range(min, max));
        }
        return node.longValue();
    }

    /** Whether a field that must be there says {@value #UNLIMITED}; any other string is refused. */
    boolean isUnlimited(String name) {
        JsonNode node = object.get(name);
        if (node.isTextual() && !node.textValue().equals(UNLIMITED)) {
            throw error(name, show(node) + " is neither a number nor \"" + UNLIMITED + "\"");
        }
        return node.isTextual();
    }

    /** An error about one of this object's fields. */
    IllegalArgumentException error(String name, String message) {
        return error(document, pathOf(name), message);
    }

    /** An error about an element of an array in one of this object's fields. */
    IllegalArgumentException elementError(String name, int index, String message) {
        return error(document, element(name, index), message);
    }

    /** A string as JSON shows it, shortened, for an error. */
    static String quote(String text) {
        return show(TextNode.valueOf(text));
    }

    /** Where this object stands in the document. */
    String path() {
        return path;
    }

    private Iterable<JsonNode> array(String name) {
        JsonNode node = object.get(name);
        if (node == null) {
            return List.of();
        }
        if (!node.isArray()) {
            throw error(name, show(node) + " is not an array");
        }
        return node;
    }

    private String pathOf(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private String element(String name, int index) {
        return pathOf(name) + "[" + index + "]";
    }

    private static IllegalArgumentException error(String document, String path, String message) {
        String text = document + ": " + (path.isEmpty() ? "" : path + ": ") + message;
        return new IllegalArgumentException(CONTROL.matcher(text).replaceAll("?"));
    }

    private static String range(double min, double max) {
        return "between " + plain(min) + " and " + plain(max);
    }

    private static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private static String show(JsonNode node) {
        return shorten(node.toString());
    }

    private static String shorten(String text) {
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "…";
    }
}
