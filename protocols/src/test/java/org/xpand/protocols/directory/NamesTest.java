package org.xpand.protocols.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.api.Endpoint;

class NamesTest {
    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "-a", ".a", "a/b", "ä"})
    void aGroupNameThatIsNotAllowedIsNamedWithWhatIs(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> new GroupName(name))
                .withMessageContaining("'" + name + "'").withMessageContaining("accepted are");
    }

    @Test
    void aGroupsIdentityIsTheFnv1aHashOfItsName() {
        // The published test vector of FNV-1a, 64 bits, for "foobar".
        assertThat(new GroupName("foobar").id().value()).isEqualTo(0x85944171f73967e8L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"host", ":1", "host:", "host:0", "host:65536", "host:x", "::1:80"})
    void anEndpointThatIsNoneIsNamed(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Endpoint.parse(text)).withMessageContaining("endpoint '");
    }

    @Test
    void anEndpointReadsBackAsWritten() {
        assertThat(Endpoint.parse("boston.example:7800").toString()).isEqualTo("boston.example:7800");
        assertThat(Endpoint.parse("[::1]:7800").toString()).isEqualTo("[::1]:7800");
    }
}
