package org.xpand.core.jmx;

import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.ReflectionException;
import org.xpand.core.metrics.Figure;
import org.xpand.core.metrics.Figures;

/** A read-only managed bean for a record of statistics, with one attribute for each component. */
final class StatsBean implements DynamicMBean {
    private final Supplier<? extends Record> statistics;
    private final Map<String, Supplier<?>> besides;
    private final MBeanInfo info;

    /**
     * @param type       class of the record
     * @param statistics returns the current record, on any thread
     */
    StatsBean(Class<? extends Record> type, Supplier<? extends Record> statistics) {
        this(type, statistics, Map.of());
    }

    /**
     * A bean with additional attributes.
     *
     * @param besides by name; each returns its current value, on any thread
     */
    StatsBean(Class<? extends Record> type, Supplier<? extends Record> statistics, Map<String, Supplier<?>> besides) {
        this.statistics = statistics;
        this.besides = besides;
        MBeanAttributeInfo[] attributes = Stream.concat(Stream.of(type.getRecordComponents()).map(component -> attribute(type, component)),
                besides.keySet().stream().sorted().map(name -> new MBeanAttributeInfo(name, Object.class.getName(), name, true, false, false)))
                .toArray(MBeanAttributeInfo[]::new);
        this.info = new MBeanInfo(type.getName(), "see " + type.getName(), attributes, null, null, null);
    }

    private static MBeanAttributeInfo attribute(Class<? extends Record> type, RecordComponent component) {
        String description = Figures.of(type, component.getName()).map(Figure::description).orElse(component.getName());
        return new MBeanAttributeInfo(component.getName(), OpenValues.typeName(component), description, true, false, false);
    }

    @Override
    public Object getAttribute(String name) throws AttributeNotFoundException {
        if (besides.containsKey(name)) {
            return OpenValues.open(besides.get(name).get());
        }
        Map<String, Object> parts = OpenValues.parts(statistics.get());
        if (!parts.containsKey(name)) {
            throw new AttributeNotFoundException("attribute " + name + ": accepted are " + parts.keySet());
        }
        return OpenValues.open(parts.get(name));
    }

    /** All values are from the same moment. */
    @Override
    public AttributeList getAttributes(String[] names) {
        Map<String, Object> parts = OpenValues.parts(statistics.get());
        AttributeList list = new AttributeList();
        for (String name : names) {
            if (parts.containsKey(name)) {
                list.add(new Attribute(name, OpenValues.open(parts.get(name))));
            } else if (besides.containsKey(name)) {
                list.add(new Attribute(name, OpenValues.open(besides.get(name).get())));
            }
        }
        return list;
    }

    @Override
    public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
        throw new AttributeNotFoundException("attribute " + attribute.getName() + " can only be read");
    }

    @Override
    public AttributeList setAttributes(AttributeList attributes) {
        return new AttributeList();
    }

    @Override
    public Object invoke(String action, Object[] parameters, String[] signature) throws ReflectionException {
        throw new ReflectionException(new NoSuchMethodException(action));
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        return info;
    }
}
