package org.xpand.protocols.allocation;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A setting out of range is refused with its name, its value and what is accepted. */
class AllocationConfigTest {
    @ParameterizedTest
    @CsvSource({
        "historyWeight, 0.5, 0 to 0.499", "sampleNanos, 0, 1000000 to 10000000000 ns", "delta, 0, 0.001 to 0.9",
        "initialRate, 0, 125 to 125000000000 bytes per second", "floorRate, -1, 0 to 125000000000 bytes per second",
        "idleNanos, 0, 1000000 to 3600000000000 ns", "drainNanos, 0, 1000000 to 60000000000 ns",
        "fullShare, 0, 0.01 to 1", "grantTolerance, 0.6, 0 to 0.5", "refreshNanos, 0, 1000000 to 3600000000000 ns"})
    void demand(String name, double value, String accepted) {
        refused(DemandConfig.defaults(), name, value, accepted);
    }

    @ParameterizedTest
    @CsvSource({
        "initialRate, 1, 125 to 125000000000 bytes per second", "overheadWeight, 1, 0 to 0.999",
        "measureNanos, 0, 1000000 to 10000000000 ns", "leastDivisible, 0, 0.001 to 1",
        "minQueueBytes, 0, 1 to 1073741824 bytes", "minQueueNanos, -1, 0 to 1000000000 ns", "queueRtts, 0, 0.01 to 100",
        "backlogFloor, 2, 0 to 1", "tolerance, 1, 0 to 0.5"})
    void allocator(String name, double value, String accepted) {
        refused(AllocatorConfig.defaults(), name, value, accepted);
    }

    @ParameterizedTest
    @CsvSource({
        "initialSegments, 0, 1 to 1048576", "minSegments, 0, 1 to 1048576", "maxSegments, 9, 10 to 1048576",
        "maxBytes, 4095, 4096 to 1073741824 bytes",
        "siteBytes, 4095, 4096 to 1073741824 bytes", "decrease, 1, 0.1 to 0.9"})
    void lanWindow(String name, double value, String accepted) {
        refused(LanWindowConfig.defaults(), name, value, accepted);
    }

    private static void refused(Record defaults, String name, double value, String accepted) {
        assertThatThrownBy(() -> with(defaults, name, value)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("setting '" + name + "' = '").hasMessageContaining(Double.toString(value)
                        .replaceAll("\\.0$", "")).hasMessageEndingWith("accepted are " + accepted);
    }

    /** The settings with one changed. */
    private static void with(Record settings, String name, double value) throws Throwable {
        RecordComponent[] components = settings.getClass().getRecordComponents();
        Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            Class<?> type = components[i].getType();
            values[i] = !components[i].getName().equals(name) ? components[i].getAccessor().invoke(settings)
                    : type == long.class ? (Object) (long) value : type == int.class ? (Object) (int) value : value;
        }
        Constructor<?> constructor = settings.getClass().getDeclaredConstructor(Arrays.stream(components)
                .map(RecordComponent::getType).toArray(Class[]::new));
        try {
            constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
