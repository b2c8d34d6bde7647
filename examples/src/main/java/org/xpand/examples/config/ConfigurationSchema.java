package org.xpand.examples.config;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The settings as JSON Schema, for editors and for programs that write the file: names and values of the file as an object of
 * strings. It accepts every valid configuration, but also some invalid ones: the command checks the meaning of values.
 */
final class ConfigurationSchema {
    private ConfigurationSchema() {
    }

    /** Builds the schema from the declarations of {@link NodeSettings}. */
    static ObjectNode schema() {
        ObjectNode out = JsonNodeFactory.instance.objectNode().put("$schema", "https://json-schema.org/draft/2020-12/schema")
                .put("title", "Settings of an Xpand node").put("type", "object");
        ObjectNode properties = out.putObject("properties");
        for (NodeSetting<?> setting : NodeSettings.all()) {
            ObjectNode property = properties.putObject(setting.name()).put("type", "string")
                    .put("pattern", "^(" + setting.form().pattern() + ")$").put("description", setting.meaning() + " Accepted: "
                            + setting.accepted() + ". In the environment: " + setting.variable());
            if (!setting.byDefault().isEmpty()) {
                property.put("default", setting.byDefault());
            }
        }
        out.putObject("patternProperties").putObject("^set\\.[A-Za-z][A-Za-z0-9]*$").put("type", "string")
                .put("description", "a setting of the rate control");
        return out.put("additionalProperties", false);
    }
}
