package org.xpand.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.OptionalInt;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every fault of a WAN file is one line that begins with the path of the field. */
class WanProfileErrorTest {
    private static final String LINK_FIELDS = "delayMs, jitterMs, rateMbps, queuePackets, queueBytes, lossPercent, "
            + "reorderPercent, reorderMs, duplicatePercent, burstLoss, red, mtuBytes";

    private static WanProfile read(String json) {
        return WanProfileReader.read("x", "WAN file x", json, OptionalInt.empty());
    }

    @ParameterizedTest
    @MethodSource("faults")
    void faultNamesItsPathItsValueAndWhatIsAccepted(String json, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(json.replace('\'', '"')))
                .withMessage("WAN file x: " + message.replace('\'', '"'));
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                fault("[]", "[] is not an object"),
                fault("", "empty: accepted is an object"),
                fault("{'site': []}", "site: unknown field, accepted are description, sites, default, links"),
                fault("{'a\\nb': 1}", "a?b: unknown field, accepted are description, sites, default, links"),
                fault("{'description': 3}", "description: 3 is not a string"),
                fault("{'sites': 'a'}", "sites: 'a' is not an array"),
                fault("{'sites': []}", "sites: 0 sites: accepted are 1 to 1000, or no field 'sites' for a "
                        + "profile of any number"),
                fault("{'sites': ['a', 5]}", "sites[1]: 5 is not a string"),
                fault("{'sites': ['a', 'b', 'a']}", "sites[2]: 'a' is there twice"),
                fault("{'default': 7}", "default: 7 is not an object"),
                fault("{'default': {'delay': 7}}", "default.delay: unknown field, accepted are " + LINK_FIELDS),
                fault("{'default': {'from': 'a'}}", "default.from: unknown field, accepted are " + LINK_FIELDS),
                fault("{'default': {'delayMs': -1}}", "default.delayMs: -1 is not between 0 and 3600000"),
                fault("{'default': {'delayMs': '20'}}", "default.delayMs: '20' is not between 0 and 3600000"),
                fault("{'default': {'delayMs': null}}", "default.delayMs: null is not between 0 and 3600000"),
                fault("{'default': {'jitterMs': 1e999}}", "default.jitterMs: 'Infinity' is not between 0 and 3600000"),
                fault("{'default': {'rateMbps': 0}}", "default.rateMbps: 0 is not between 0.001 and 1000000"),
                fault("{'default': {'rateMbps': 'fast'}}",
                        "default.rateMbps: 'fast' is neither a number nor 'unlimited'"),
                fault("{'default': {'queuePackets': 1.5}}", "default.queuePackets: 1.5 is not a whole number between 1 "
                        + "and 1000000"),
                fault("{'default': {'queuePackets': 0}}", "default.queuePackets: 0 is not a whole number between 1 and "
                        + "1000000"),
                fault("{'default': {'queueBytes': 99999999999999999999}}", "default.queueBytes: 99999999999999999999 "
                        + "is not a whole number between 1 and 2147483647"),
                fault("{'default': {'duplicatePercent': true}}",
                        "default.duplicatePercent: true is not between 0 and 100"),
                fault("{'default': {'reorderPercent': 5}}", "default.reorderMs: must be above 0 where reorderPercent "
                        + "is: it says how long packets are held back"),
                fault("{'links': [{}]}", "links: refused without 'sites', which says what their ends are"),
                link("7", "links[1]: 7 is not an object"),
                link("{'to': 'b'}", "links[1].from: missing"),
                link("{'from': 'a'}", "links[1].to: missing"),
                link("{'from': 'a', 'to': 'd'}", "links[1].to: 'd' is none of the sites a, b, c"),
                link("{'from': 1, 'to': 'b'}", "links[1].from: 1 is not a string"),
                link("{'from': 'a', 'to': 'a'}", "links[1].to: 'a' is the site the link comes from"),
                link("{'from': 'a', 'to': 'c', 'both': 1}", "links[1].both: 1 is neither true nor false"),
                link("{'from': 'a', 'to': 'c', 'lossPercent': 130}",
                        "links[1].lossPercent: 130 is not between 0 and 100"),
                link("{'from': 'a', 'to': 'c', 'los': 1}", "links[1].los: unknown field, accepted are from, to, both, "
                        + LINK_FIELDS),
                link("{'from': 'b', 'to': 'a', 'both': true}", "links[1].from: the link from 'a' to 'b' is given by "
                        + "links[0] already"));
    }

    private static Arguments fault(String json, String message) {
        return Arguments.of(json, message);
    }

    private static Arguments link(String second, String message) {
        return Arguments.of("{'sites': ['a', 'b', 'c'], 'links': [{'from': 'a', 'to': 'b'}, " + second + "]}", message);
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void malformedJsonNamesItsLineAndColumn(String json, String start) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(json))
                .withMessageStartingWith("WAN file x: " + start).withMessageNotContaining("\n");
    }

    static Stream<Arguments> malformed() {
        return Stream.of(
                Arguments.of("{\n  \"sites\": [}", "line 2, column 13: not JSON: "),
                Arguments.of("{\"sites\"", "line 1, column 9: not JSON: "),
                Arguments.of("{} {}", "line 1, column "),
                Arguments.of("{\"links\": [], \"links\": []}", "line 1, column "));
    }

    @Property(tries = 300)
    void siteNamesAndFieldNamesOfAnyCharactersGiveOneShortLine(@ForAll String name) {
        String quoted = TextNode.valueOf("!" + name).toString();
        for (String json : new String[] {"{\"sites\": [" + quoted + "]}", "{" + quoted + ": 1}"}) {
            IllegalArgumentException error = catchThrowableOfType(IllegalArgumentException.class, () -> read(json));
            assertThat(error.getMessage()).doesNotContain("\n", "\r").hasSizeLessThan(300);
        }
    }
}
