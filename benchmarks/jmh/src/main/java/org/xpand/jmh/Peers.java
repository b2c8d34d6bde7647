package org.xpand.jmh;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the benchmarks of the same class whose times this one's is compared with, measured in the same run. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Peers {
    /** Method names. */
    String[] value();
}
