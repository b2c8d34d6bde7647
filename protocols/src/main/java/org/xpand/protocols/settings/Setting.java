package org.xpand.protocols.settings;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares that a component of a record is a setting of the same name. Its kind follows from its type: {@code long} is a time in
 * nanoseconds, written as {@code 500ms}; {@code boolean} is true or false; an enum is one of its constants in lower case; {@code int}
 * is a whole number; {@code double} is a number, or, if its range is one of rates, a rate in bytes per second, written as
 * {@code 1Gbit/s}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {
    /** {@return its meaning, as a phrase; for true or false one that begins with "whether"} */
    String value();

    /** {@return the unit of a number, where its meaning does not state it; empty for times, rates and pure numbers} */
    String unit() default "";

    /** {@return least and most, both accepted, written like values: {@code 1ms to 10s}; a final {@code , or 0} accepts 0 too} */
    String range() default "";

    /** {@return the value of {@link Preset#RECOMMENDED}, as text} */
    String recommended();

    /** {@return the value of {@link Preset#PAPER}; empty for the same as recommended} */
    String paper() default "";

    /** {@return its symbol in the papers; empty if there is none} */
    String symbol() default "";

    /** {@return its source, with section; empty if it is the project's own} */
    String source() default "";
}
