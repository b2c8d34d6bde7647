package org.xpand.protocols.settings;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.rate.RateSettings;

/**
 * The settings that a record's components declare by {@link Setting}; components that are themselves records of settings are
 * included. Immutable and thread-safe.
 *
 * @param <T> the record, public
 */
public final class Settings<T extends Record> {
    private static final String PRESET = "preset";

    private final Class<T> type;
    private final List<Part> parts;
    private final Map<Preset, T> presets = new EnumMap<>(Preset.class);

    /** A component of the record: one or several settings. */
    private interface Part {
        Object read(RateSettings in);

        List<DeclaredSetting> declared();

        void preset(Preset preset, Map<String, String> into);
    }

    private record One(SettingType type, Setting setting) implements Part {
        @Override
        public Object read(RateSettings in) {
            return type.read(in);
        }

        @Override
        public List<DeclaredSetting> declared() {
            return List.of(new DeclaredSetting(type.name(), type.kind(), setting.value(), setting.unit(), type.accepted(),
                    Preset.RECOMMENDED.valueOf(setting), Preset.PAPER.valueOf(setting), setting.symbol(), setting.source()));
        }

        @Override
        public void preset(Preset preset, Map<String, String> into) {
            into.put(type.name(), preset.valueOf(setting));
        }
    }

    private record Several(Settings<?> settings) implements Part {
        @Override
        public Object read(RateSettings in) {
            return settings.make(in);
        }

        @Override
        public List<DeclaredSetting> declared() {
            return settings.declared();
        }

        @Override
        public void preset(Preset preset, Map<String, String> into) {
            settings.parts.forEach(part -> part.preset(preset, into));
        }
    }

    private Settings(Class<T> type) {
        this.type = type;
        this.parts = Arrays.stream(type.getRecordComponents()).map(Settings::part).toList();
        for (Preset preset : Preset.values()) {
            presets.put(preset, make(new RateSettings(texts(preset))));
        }
    }

    /**
     * @param type the record; all of its components are settings, or records of settings
     * @param <T>  the record
     * @return its settings
     * @throws IllegalArgumentException if a component declares no setting, or one whose own presets are not accepted: a mistake
     *                                  in the record
     */
    public static <T extends Record> Settings<T> of(Class<T> type) {
        return new Settings<>(type);
    }

    /**
     * @param preset the preset
     * @return the record with the preset's values
     */
    public T preset(Preset preset) {
        return presets.get(preset);
    }

    /**
     * Reads settings: {@code preset} is {@code recommended} (the default) or {@code paper}, the others override its values by name.
     *
     * @param values values by name
     * @return the record
     * @throws IllegalArgumentException if a setting is unknown or its value not accepted; the message names the setting, the value
     *                                  and what is accepted
     */
    public T read(Map<String, String> values) {
        String chosen = new RateSettings(values).choice(PRESET, Preset.RECOMMENDED.text(),
                Arrays.stream(Preset.values()).map(Preset::text).toArray(String[]::new));
        Map<String, String> all = texts(chosen.equals(Preset.PAPER.text()) ? Preset.PAPER : Preset.RECOMMENDED);
        all.putAll(values);
        RateSettings in = new RateSettings(all);
        in.choice(PRESET, chosen, chosen);
        T read = make(in);
        in.refuseOthers();
        return read;
    }

    /** @return the declared settings, in the record's order */
    public List<DeclaredSetting> declared() {
        return parts.stream().flatMap(part -> part.declared().stream()).toList();
    }

    /**
     * Returns a copy of a record with one component changed.
     *
     * @param record    the record
     * @param component the name of the changed component
     * @param value     the new value
     * @param <R>       the record's type
     * @return the copy
     */
    @SuppressWarnings("unchecked")
    public static <R extends Record> R with(R record, String component, Object value) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        List<Object> values = new ArrayList<>();
        for (RecordComponent each : components) {
            values.add(each.getName().equals(component) ? value : get(each, record));
        }
        return (R) construct(record.getClass(), values);
    }

    private Map<String, String> texts(Preset preset) {
        Map<String, String> texts = new TreeMap<>();
        parts.forEach(part -> part.preset(preset, texts));
        return texts;
    }

    private T make(RateSettings in) {
        return construct(type, parts.stream().map(part -> part.read(in)).toList());
    }

    private static Part part(RecordComponent component) {
        if (Record.class.isAssignableFrom(component.getType())) {
            return new Several(of(component.getType().asSubclass(Record.class)));
        }
        Setting setting = component.getAnnotation(Setting.class);
        if (setting == null) {
            throw new IllegalArgumentException(component.getDeclaringRecord().getSimpleName() + "." + component.getName()
                    + " declares no setting");
        }
        return new One(SettingType.of(component, setting), setting);
    }

    private static Object get(RecordComponent component, Record record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(component.getName() + " cannot be read", e);
        }
    }

    private static <R extends Record> R construct(Class<R> type, List<Object> values) {
        Class<?>[] types = Arrays.stream(type.getRecordComponents()).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return type.getDeclaredConstructor(types).newInstance(values.toArray());
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException mistake) {
                throw mistake;
            }
            throw new IllegalArgumentException(type.getSimpleName() + " cannot be made", e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type.getSimpleName() + " cannot be made", e);
        }
    }
}
