package org.xpand.simulator.scenario;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.xpand.simulator.JsonFields;

/**
 * Reads settings that are records, by the names of their components and in their units, so that a scenario has the same
 * settings as a program. The record checks the values.
 */
final class RecordReader {
    /** Greatest value; as nanoseconds it is thirty years. No setting is negative. */
    private static final double MOST = 1e18;

    private RecordReader() {
    }

    /** The names of a record's components, in order. */
    static Set<String> names(Class<?> type) {
        return JsonFields.names(Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName)
                .toArray(String[]::new));
    }

    /**
     * A record with the components in a field's object; the others are those of {@code base}.
     *
     * @throws IllegalArgumentException naming the path of a value that is not accepted
     */
    static <T extends Record> T read(JsonFields parent, String field, T base) {
        JsonFields given = parent.object(field, names(base.getClass()));
        RecordComponent[] components = base.getClass().getRecordComponents();
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            values[i] = value(given, components[i], component(base, components[i]));
        }
        try {
            @SuppressWarnings("unchecked")
            T record = (T) base.getClass().getDeclaredConstructor(Arrays.stream(components).map(RecordComponent::getType)
                    .toArray(Class<?>[]::new)).newInstance(values);
            return record;
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException refused) {
                throw parent.error(field, names(base.getClass()), refused.getMessage());
            }
            throw new IllegalStateException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object component(Record base, RecordComponent component) {
        try {
            return component.getAccessor().invoke(base);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object value(JsonFields given, RecordComponent component, Object base) {
        String name = component.getName();
        if (!given.has(name)) {
            return base;
        } else if (base instanceof Integer) {
            return (int) given.wholeNumber(name, 0, Integer.MAX_VALUE);
        } else if (base instanceof Long) {
            return given.wholeNumber(name, 0, (long) MOST);
        } else if (base instanceof Double) {
            return given.number(name, 0, MOST);
        } else if (base instanceof Boolean) {
            return given.flag(name);
        } else if (base instanceof Enum<?> chosen) {
            return TrafficReader.choice(given, name, constants(chosen), null);
        } else if (base instanceof Map<?, ?>) {
            return numbers(given, name);
        } else if (base instanceof Record record) {
            return read(given, name, record);
        }
        throw new IllegalStateException("setting " + name + " of type " + component.getType());
    }

    private static Map<String, Integer> numbers(JsonFields given, String name) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        given.scalars(name).forEach((key, text) -> {
            try {
                numbers.put(key, Integer.valueOf(text));
            } catch (NumberFormatException e) {
                throw given.error(name, JsonFields.quote(text) + " for " + JsonFields.quote(key) + " is no whole number");
            }
        });
        return numbers;
    }

    private static Map<String, Enum<?>> constants(Enum<?> any) {
        Map<String, Enum<?>> constants = new LinkedHashMap<>();
        for (Enum<?> each : any.getDeclaringClass().getEnumConstants()) {
            constants.put(each.name().toLowerCase(Locale.ROOT), each);
        }
        return constants;
    }
}
