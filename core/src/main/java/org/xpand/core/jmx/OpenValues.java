package org.xpand.core.jmx;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.openmbean.ArrayType;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularData;
import javax.management.openmbean.TabularDataSupport;
import javax.management.openmbean.TabularType;
import org.xpand.core.metrics.Figure;
import org.xpand.core.metrics.Figures;

/**
 * Converts statistics to values that any management client can show without our classes: a record becomes composite data, a list of
 * records an array of them, another list an array of strings, a map a table of {@code key} and {@code value}, a duration
 * nanoseconds, and an absent value null.
 */
final class OpenValues {
    private static final Map<Class<?>, SimpleType<?>> SIMPLE = Map.of(boolean.class, SimpleType.BOOLEAN, int.class,
            SimpleType.INTEGER, long.class, SimpleType.LONG, double.class, SimpleType.DOUBLE, String.class, SimpleType.STRING);

    private OpenValues() {
    }

    /** Returns the components of a record in order. */
    static Map<String, Object> parts(Record statistics) {
        Map<String, Object> parts = new LinkedHashMap<>();
        for (RecordComponent component : statistics.getClass().getRecordComponents()) {
            parts.put(component.getName(), read(statistics, component));
        }
        return parts;
    }

    /** Returns the name of the type to which {@link #open} converts values of this type. */
    static String typeName(RecordComponent component) {
        Class<?> type = component.getType();
        if (SIMPLE.containsKey(type)) {
            return type.getName();
        }
        if (type == Duration.class) {
            return long.class.getName();
        }
        if (type.isEnum()) {
            return String.class.getName();
        }
        if (Map.class.isAssignableFrom(type)) {
            return TabularData.class.getName();
        }
        return Record.class.isAssignableFrom(type) ? CompositeData.class.getName() : Object.class.getName();
    }

    private static Object read(Record statistics, RecordComponent component) {
        try {
            return component.getAccessor().invoke(statistics);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("statistics " + statistics.getClass().getName() + " cannot be read", e);
        }
    }

    /** Converts a value to an open type. */
    static Object open(Object value) {
        try {
            return convert(value);
        } catch (OpenDataException e) {
            throw new IllegalStateException("no open type for " + value, e);
        }
    }

    private static Object convert(Object value) throws OpenDataException {
        if (value instanceof Optional<?> optional) {
            return optional.isPresent() ? convert(optional.get()) : null;
        }
        if (value instanceof Record statistics) {
            return composite(statistics);
        }
        if (value instanceof Duration time) {
            return time.toNanos();
        }
        if (value instanceof Enum<?> each) {
            return each.name();
        }
        if (value instanceof List<?> list) {
            return array(list);
        }
        if (value instanceof Map<?, ?> map) {
            return table(map);
        }
        return value;
    }

    private static CompositeData composite(Record statistics) throws OpenDataException {
        List<OpenType<?>> types = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        Map<String, Object> parts = parts(statistics);
        for (Object part : parts.values()) {
            Object value = convert(part);
            values.add(value);
            types.add(typeOf(value));
        }
        String[] names = parts.keySet().toArray(String[]::new);
        String[] descriptions = parts.keySet().stream().map(part -> Figures.of(statistics.getClass(), part)
                .map(Figure::description).orElse(part)).toArray(String[]::new);
        String name = statistics.getClass().getSimpleName();
        return new CompositeDataSupport(new CompositeType(name, name, names, descriptions, types.toArray(OpenType[]::new)),
                names, values.toArray());
    }

    private static OpenType<?> typeOf(Object value) throws OpenDataException {
        if (value instanceof CompositeData composite) {
            return composite.getCompositeType();
        }
        if (value instanceof TabularData table) {
            return table.getTabularType();
        }
        if (value instanceof CompositeData[] composites) {
            return new ArrayType<>(1, composites[0].getCompositeType());
        }
        if (value instanceof String[]) {
            return new ArrayType<>(1, SimpleType.STRING);
        }
        if (value == null) {
            return SimpleType.VOID;
        }
        for (SimpleType<?> type : SIMPLE.values()) {
            if (type.isValue(value)) {
                return type;
            }
        }
        throw new OpenDataException(value.getClass().getName());
    }

    private static Object array(List<?> list) throws OpenDataException {
        if (list.isEmpty() || !(list.get(0) instanceof Record)) {
            return list.stream().map(String::valueOf).toArray(String[]::new);
        }
        CompositeData[] composites = new CompositeData[list.size()];
        for (int i = 0; i < composites.length; i++) {
            composites[i] = composite((Record) list.get(i));
        }
        return composites;
    }

    private static TabularData table(Map<?, ?> map) throws OpenDataException {
        String[] names = {"key", "value"};
        CompositeType row = new CompositeType("entry", "entry", names, names,
                new OpenType<?>[] {SimpleType.STRING, SimpleType.STRING});
        TabularDataSupport table = new TabularDataSupport(new TabularType("entries", "entries", row, new String[] {"key"}));
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            table.put(new CompositeDataSupport(row, names,
                    new Object[] {String.valueOf(entry.getKey()),
                    String.valueOf(entry.getValue() instanceof Duration time ? time.toNanos() : entry.getValue())}));
        }
        return table;
    }
}
