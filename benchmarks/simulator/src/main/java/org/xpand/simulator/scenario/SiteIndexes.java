package org.xpand.simulator.scenario;

import java.util.ArrayList;
import java.util.List;
import org.xpand.simulator.JsonFields;

/**
 * Finds sites that fields name.
 *
 * @param names names of the sites, in the order of their indexes
 */
record SiteIndexes(List<String> names) {
    SiteIndexes {
        names = List.copyOf(names);
    }

    /** The site that a field must name. */
    int one(JsonFields object, String field) {
        String name = object.text(field);
        int found = names.indexOf(name);
        if (found < 0) {
            throw object.error(field, unknown(name));
        }
        return found;
    }

    /** The sites that a field's array names; none if the field is absent. */
    List<Integer> some(JsonFields object, String field) {
        List<String> named = object.texts(field);
        List<Integer> found = new ArrayList<>();
        for (String each : named) {
            int site = names.indexOf(each);
            if (site < 0) {
                throw object.elementError(field, found.size(), unknown(each));
            }
            found.add(site);
        }
        return found;
    }

    private String unknown(String name) {
        return JsonFields.quote(name) + " is none of the sites " + String.join(", ", names);
    }
}
