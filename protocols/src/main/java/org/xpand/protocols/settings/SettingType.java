package org.xpand.protocols.settings;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.xpand.protocols.rate.RateSettings;

/**
 * The form of a setting's values, and which of them are accepted.
 *
 * @param component the component of the record
 * @param kind      how its values are written
 * @param accepted  the accepted values, in words
 * @param least     the least value as stored: nanoseconds, bytes per second; NaN without a range
 * @param most      the greatest value
 * @param orZero    whether 0 is accepted beside the range
 */
record SettingType(RecordComponent component, DeclaredSetting.Kind kind, String accepted, double least, double most,
                   boolean orZero) {
    private static final Pattern RANGE = Pattern.compile("(\\S+) to (\\S+?)(, or 0)?");
    private static final String RATE = "bit/s";

    static SettingType of(RecordComponent component, Setting setting) {
        DeclaredSetting.Kind kind = kind(component.getType(), setting.range());
        if (kind == DeclaredSetting.Kind.FLAG) {
            return new SettingType(component, kind, "true, false", Double.NaN, Double.NaN, false);
        }
        if (kind == DeclaredSetting.Kind.CHOICE) {
            return new SettingType(component, kind, String.join(", ", words(component.getType())), Double.NaN, Double.NaN, false);
        }
        Matcher range = RANGE.matcher(setting.range());
        if (!range.matches()) {
            throw new IllegalArgumentException("range '" + setting.range() + "' of " + component.getName()
                    + ": accepted are ranges such as 1ms to 10s");
        }
        return new SettingType(component, kind, setting.range(), number(kind, component.getName(), range.group(1)),
                number(kind, component.getName(), range.group(2)), range.group(3) != null);
    }

    private static DeclaredSetting.Kind kind(Class<?> type, String range) {
        if (type == boolean.class) {
            return DeclaredSetting.Kind.FLAG;
        }
        if (type.isEnum()) {
            return DeclaredSetting.Kind.CHOICE;
        }
        if (type == long.class) {
            return DeclaredSetting.Kind.TIME;
        }
        if (type == int.class) {
            return DeclaredSetting.Kind.WHOLE_NUMBER;
        }
        if (type == double.class) {
            return range.contains(RATE) ? DeclaredSetting.Kind.RATE : DeclaredSetting.Kind.NUMBER;
        }
        throw new IllegalArgumentException("a setting of type " + type.getName());
    }

    String name() {
        return component.getName();
    }

    /** The value, as the component stores it. */
    Object read(RateSettings in) {
        return switch (kind) {
            case FLAG -> in.flag(name(), false);
            case CHOICE -> constant(in.choice(name(), "", words(component.getType())));
            case TIME -> Math.round(ranged(in));
            case WHOLE_NUMBER -> (int) ranged(in);
            case NUMBER, RATE -> ranged(in);
        };
    }

    private double ranged(RateSettings in) {
        double value = number(kind, name(), in);
        if (!(value >= least && value <= most) && !(orZero && value == 0)) {
            throw in.refused(name(), accepted);
        }
        return value;
    }

    private static double number(DeclaredSetting.Kind kind, String name, String text) {
        return number(kind, name, new RateSettings(Map.of(name, text)));
    }

    private static double number(DeclaredSetting.Kind kind, String name, RateSettings in) {
        return switch (kind) {
            case TIME -> in.nanos(name, 0);
            case RATE -> in.rate(name, 0);
            case WHOLE_NUMBER -> in.integer(name, 0);
            default -> in.number(name, 0);
        };
    }

    private Object constant(String word) {
        return Arrays.stream(component.getType().getEnumConstants()).filter(each -> word(each).equals(word)).findFirst()
                .orElseThrow();
    }

    private static String[] words(Class<?> type) {
        return Arrays.stream(type.getEnumConstants()).map(SettingType::word).toArray(String[]::new);
    }

    private static String word(Object constant) {
        return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT);
    }
}
