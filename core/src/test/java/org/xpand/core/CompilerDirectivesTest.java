package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.management.JMException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xpand.alm.site.Delegate;

/** A renamed class or method must not silently fall out of the list. */
class CompilerDirectivesTest {
    @Test
    void theVirtualMachineTakesThem() throws JMException, IOException {
        assertThat(CompilerDirectives.add(CompilerDirectives.text())).contains("2 compiler directives added");
    }

    @ParameterizedTest
    @MethodSource("patterns")
    void eachPatternNamesSomethingThatExists(String pattern) throws Exception {
        String type = pattern.substring(0, pattern.lastIndexOf('.'));
        String method = pattern.substring(pattern.lastIndexOf('.') + 1);
        if (type.endsWith("/*")) {
            assertThat(Delegate.class.getPackageName()).isEqualTo(type.replace("/*", "").replace('/', '.'));
            return;
        }
        Class<?> named = Class.forName(type.replace("*", "").replace('/', '.'));
        assertThat(method.equals("*") || Arrays.stream(named.getDeclaredMethods()).map(Method::getName).anyMatch(method::equals))
                .isTrue();
    }

    static Stream<String> patterns() {
        return CompilerDirectives.BY_ITSELF.stream();
    }
}
