package org.xpand.simulator;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a JSON object strictly: only accepted fields, each of its type and in its range. All errors are
 * {@link IllegalArgumentException}s of one line that begin with the document and the path of the offending field.
 */
public final class JsonFields {
    /** Value of a field that stands for no limit. */
    public static final String UNLIMITED = "unlimited";

    /** Removed from errors, which stay on one line whatever the document contains. */
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
    private static final int SHOWN_CHARACTERS = 60;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final String document;
    private final String path;
    private final ObjectNode object;

    private JsonFields(String document, String path, ObjectNode object) {
        this.document = document;
        this.path = path;
        this.object = object;
    }

    /**
     * Reads a document that is one object.
     *
     * @param document name of the document in errors
     * @param accepted the names of all fields accepted, in the order in which errors list them
     * @throws IllegalArgumentException if it is not JSON, not an object, or has other fields
     */
    public static JsonFields parse(String document, String json, Set<String> accepted) {
        return of(document, "", tree(document, json), accepted);
    }

    private static JsonNode tree(String document, String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JacksonException e) {
            JsonLocation location = e.getLocation();
            String where = location == null ? "" : "line " + location.getLineNr() + ", column " + location.getColumnNr()
                    + ": ";
            throw new IllegalArgumentException(document + ": " + where + "not JSON: "
                    + e.getOriginalMessage().lines().findFirst().orElse("malformed"), e);
        }
    }

    /** A set of field names that keeps their order, for the lists in errors. */
    public static Set<String> names(String... names) {
        return Collections.unmodifiableSet(new LinkedHashSet<>(List.of(names)));
    }

    /** These field names and then those of another set. */
    public static Set<String> names(Set<String> first, Set<String> second) {
        Set<String> all = new LinkedHashSet<>(first);
        all.addAll(second);
        return Collections.unmodifiableSet(all);
    }

    private static JsonFields of(String document, String path, JsonNode node, Set<String> accepted) {
        if (!(node instanceof ObjectNode object)) {
            throw error(document, path, node.isMissingNode() ? "empty: accepted is an object"
                    : show(node) + " is not an object");
        }
        JsonFields fields = new JsonFields(document, path, object);
        object.fieldNames().forEachRemaining(name -> {
            if (!accepted.contains(name)) {
                throw fields.error(shorten(name), "unknown field, accepted are " + String.join(", ", accepted));
            }
        });
        return fields;
    }

    /** Whether the field is present. */
    public boolean has(String name) {
        return object.has(name);
    }

    /** The object in a field; an empty one if the field is absent. */
    public JsonFields object(String name, Set<String> accepted) {
        JsonNode node = object.get(name);
        return of(document, pathOf(name), node == null ? object.objectNode() : node, accepted);
    }

    /** The objects in a field's array; none if the field is absent. */
    public List<JsonFields> objects(String name, Set<String> accepted) {
        List<JsonFields> result = new ArrayList<>();
        for (JsonNode element : array(name)) {
            result.add(of(document, element(name, result.size()), element, accepted));
        }
        return result;
    }

    /** The strings in a field's array; none if the field is absent. */
    public List<String> texts(String name) {
        List<String> result = new ArrayList<>();
        for (JsonNode element : array(name)) {
            if (!element.isTextual()) {
                throw error(document, element(name, result.size()), show(element) + " is not a string");
            }
            result.add(element.textValue());
        }
        return result;
    }

    /** The string in a field that must be present. */
    public String text(String name) {
        JsonNode node = present(name);
        if (!node.isTextual()) {
            throw error(name, show(node) + " is not a string");
        }
        return node.textValue();
    }

    /** The string in a field, or another if the field is absent. */
    public String text(String name, String absent) {
        return has(name) ? text(name) : absent;
    }

    /** The boolean in a field; false if the field is absent. */
    public boolean flag(String name) {
        return flag(name, false);
    }

    /** The boolean in a field, or another if the field is absent. */
    public boolean flag(String name, boolean absent) {
        JsonNode node = object.get(name);
        if (node != null && !node.isBoolean()) {
            throw error(name, show(node) + " is neither true nor false");
        }
        return node == null ? absent : node.booleanValue();
    }

    /** Whether a field is present and contains a string. */
    public boolean isText(String name) {
        JsonNode node = object.get(name);
        return node != null && node.isTextual();
    }

    /** The strings, numbers and booleans of the object in a field, as text, by their names; none if it is absent. */
    public SortedMap<String, String> scalars(String name) {
        TreeMap<String, String> result = new TreeMap<>();
        JsonNode node = object.get(name);
        if (node == null) {
            return result;
        }
        if (!node.isObject()) {
            throw error(name, show(node) + " is not an object");
        }
        node.properties().forEach(field -> {
            if (!field.getValue().isValueNode() || field.getValue().isNull()) {
                throw error(name + "." + shorten(field.getKey()), show(field.getValue())
                        + " is neither a string nor a number nor true nor false");
            }
            result.put(field.getKey(), field.getValue().asText());
        });
        return result;
    }

    /** The number in a field, or another if the field is absent. */
    public double number(String name, double min, double max, double absent) {
        return has(name) ? number(name, min, max) : absent;
    }

    /** The whole number in a field, or another if the field is absent. */
    public long wholeNumber(String name, long min, long max, long absent) {
        return has(name) ? wholeNumber(name, min, max) : absent;
    }

    /** The number in a field that must be present. */
    public double number(String name, double min, double max) {
        JsonNode node = present(name);
        if (!node.isNumber() || !(node.doubleValue() >= min && node.doubleValue() <= max)) {
            throw error(name, show(node) + " is not " + range(min, max));
        }
        return node.doubleValue();
    }

    /** The whole number in a field that must be present. */
    public long wholeNumber(String name, long min, long max) {
        JsonNode node = present(name);
        if (!node.isIntegralNumber() || !node.canConvertToLong() || node.longValue() < min || node.longValue() > max) {
            throw error(name, show(node) + " is not a whole number " + range(min, max));
        }
        return node.longValue();
    }

    /** Whether a field that must be present is {@value #UNLIMITED}; any other string is refused. */
    public boolean isUnlimited(String name) {
        JsonNode node = object.get(name);
        if (node.isTextual() && !node.textValue().equals(UNLIMITED)) {
            throw error(name, show(node) + " is neither a number nor \"" + UNLIMITED + "\"");
        }
        return node.isTextual();
    }

    /** An error about one of this object's fields. */
    public IllegalArgumentException error(String name, String message) {
        return error(document, pathOf(name), message);
    }

    /**
     * An error about the object in one of this object's fields. If the message names one of its settings, and the object
     * has it, the path is that setting's.
     */
    public IllegalArgumentException error(String name, Set<String> settings, String message) {
        String setting = settings.stream().filter(each -> object.path(name).has(each) && named(each, message) >= 0)
                .min(Comparator.comparingInt(each -> named(each, message))).map(each -> "." + each).orElse("");
        return error(name + setting, message);
    }

    /** Position of a setting's name in a message; negative if it does not occur. */
    private static int named(String setting, String message) {
        Matcher matcher = Pattern.compile("(?<!\\w)" + Pattern.quote(setting) + "(?!\\w)").matcher(message);
        return matcher.find() ? matcher.start() : -1;
    }

    /** An error about an element of an array in one of this object's fields. */
    public IllegalArgumentException elementError(String name, int index, String message) {
        return error(document, element(name, index), message);
    }

    /** A string as JSON shows it, shortened, for an error. */
    public static String quote(String text) {
        return show(TextNode.valueOf(text));
    }

    /** Path of this object in the document. */
    public String path() {
        return path;
    }

    /** The whole numbers in a field's array; none if the field is absent. */
    public List<Long> wholeNumbers(String name) {
        List<Long> result = new ArrayList<>();
        for (JsonNode element : array(name)) {
            if (!element.isIntegralNumber() || !element.canConvertToLong()) {
                throw error(document, element(name, result.size()), show(element) + " is not a whole number of 64 bits");
            }
            result.add(element.longValue());
        }
        return result;
    }

    /** The numbers in a field's array; none if the field is absent. */
    public List<Double> numbers(String name, double min, double max) {
        List<Double> result = new ArrayList<>();
        for (JsonNode element : array(name)) {
            if (!element.isNumber() || !(element.doubleValue() >= min && element.doubleValue() <= max)) {
                throw error(document, element(name, result.size()), show(element) + " is not " + range(min, max));
            }
            result.add(element.doubleValue());
        }
        return result;
    }

    private JsonNode present(String name) {
        JsonNode node = object.get(name);
        if (node == null) {
            throw error(name, "missing");
        }
        return node;
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
