package org.xpand.simulator.scenario;

import java.util.HashMap;
import java.util.Map;
import org.xpand.simulator.JsonFields;

/** Names of flows and sessions, which name rows and lines of the output and are therefore unique. */
final class FlowNames {
    private final Map<String, String> givenBy = new HashMap<>();

    /** The name in an object, or one made of its kind and number. */
    String read(JsonFields fields, String absent) {
        String name = fields.text("name", absent);
        if (!NodeNames.NAME.matcher(name).matches()) {
            throw fields.error("name", JsonFields.quote(name) + " is not a name: " + NodeNames.NAME_RULE);
        }
        return name;
    }

    /** Registers a name, which must be unique. */
    String take(JsonFields fields, String name) {
        take(fields, "name", name);
        return name;
    }

    /** Registers a name that follows from another field. */
    void take(JsonFields fields, String field, String name) {
        String other = givenBy.putIfAbsent(name, fields.path());
        if (other != null) {
            throw fields.error(field, "\"" + name + "\" is the name of " + other + " already");
        }
    }
}
