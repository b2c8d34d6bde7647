package org.xpand.simulator.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.xpand.simulator.JsonFields;

/**
 * The names of a scenario's nodes: single ones like {@code router}, and families like {@code leaf*1000}, which defines
 * {@code leaf1} to {@code leaf1000}; {@code leaf*} refers to all of them.
 */
final class NodeNames {
    /** Names of nodes, flows and sessions, which occur in file paths and in columns of CSV. */
    static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    static final String NAME_RULE = "accepted are 1 to 64 letters, digits, '.', '-' and '_', beginning with a letter or "
            + "a digit";

    private static final Pattern FAMILY = Pattern.compile("([A-Za-z0-9][A-Za-z0-9._-]{0,55})\\*([0-9]{1,6})");
    private static final int MAX_NODES = 100_000;
    private static final int LISTED = 20;

    private final List<String> names = new ArrayList<>();
    private final Map<String, List<Integer>> known = new HashMap<>();

    private NodeNames() {
    }

    static NodeNames read(JsonFields root) {
        NodeNames nodes = new NodeNames();
        List<String> given = root.texts("nodes");
        for (int i = 0; i < given.size(); i++) {
            nodes.add(root, i, given.get(i));
        }
        return nodes;
    }

    private void add(JsonFields root, int index, String given) {
        Matcher family = FAMILY.matcher(given);
        if (!family.matches()) {
            if (!NAME.matcher(given).matches()) {
                throw root.elementError("nodes", index, JsonFields.quote(given) + " is not a node name: " + NAME_RULE
                        + ", or such a name, '*' and a number for a family");
            }
            addOne(root, index, given);
            return;
        }
        int count = Integer.parseInt(family.group(2));
        if (count < 1 || names.size() + count > MAX_NODES) {
            throw root.elementError("nodes", index, JsonFields.quote(given) + ": accepted are 1 to " + MAX_NODES
                    + " nodes in all");
        }
        List<Integer> members = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            members.add(names.size());
            addOne(root, index, family.group(1) + number);
        }
        put(root, index, family.group(1) + "*", members);
    }

    private void addOne(JsonFields root, int index, String name) {
        if (names.size() == MAX_NODES) {
            throw root.elementError("nodes", index, "more than " + MAX_NODES + " nodes");
        }
        put(root, index, name, List.of(names.size()));
        names.add(name);
    }

    private void put(JsonFields root, int index, String name, List<Integer> places) {
        if (known.putIfAbsent(name, places) != null) {
            throw root.elementError("nodes", index, JsonFields.quote(name) + " is there twice");
        }
    }

    /** All names, in order. */
    List<String> all() {
        return names;
    }

    String name(int index) {
        return names.get(index);
    }

    /** The index of the node that a field names. */
    int one(JsonFields fields, String field) {
        List<Integer> found = some(fields, field);
        if (fields.text(field).endsWith("*")) {
            throw fields.error(field, JsonFields.quote(fields.text(field)) + " are several nodes: accepted is one");
        }
        return found.get(0);
    }

    /** The indexes of the node or the family that a field names. */
    List<Integer> some(JsonFields fields, String field) {
        String given = fields.text(field);
        return places(given, problem -> fields.error(field, problem));
    }

    /** The indexes of the nodes and families that a field lists, each once. */
    List<Integer> each(JsonFields fields, String field) {
        List<String> given = fields.texts(field);
        LinkedHashSet<Integer> found = new LinkedHashSet<>();
        for (int i = 0; i < given.size(); i++) {
            int index = i;
            for (int place : places(given.get(i), problem -> fields.elementError(field, index, problem))) {
                if (!found.add(place)) {
                    throw fields.elementError(field, i, JsonFields.quote(names.get(place)) + " is there twice");
                }
            }
        }
        return List.copyOf(found);
    }

    private List<Integer> places(String given, Function<String, IllegalArgumentException> error) {
        List<Integer> found = known.get(given);
        if (found == null) {
            throw error.apply(JsonFields.quote(given) + " is none of the nodes "
                    + String.join(", ", names.subList(0, Math.min(LISTED, names.size())))
                    + (names.size() > LISTED ? ", …" : ""));
        }
        return found;
    }
}
