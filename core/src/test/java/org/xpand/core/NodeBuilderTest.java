package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SlowMemberPolicy;
import org.xpand.protocols.keys.SharedKey;

/** What a node does not accept is refused before it starts, in one sentence that names the setting and what is accepted. */
class NodeBuilderTest {
    private static Arguments of(String setting, UnaryOperator<NodeBuilder> sets) {
        return Arguments.of(setting, sets);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                of("wanBind", builder -> builder.wanBind(null)),
                of("advertise", builder -> builder.advertise(null)),
                of("seeds", builder -> builder.seeds((String[]) null)),
                of("seeds", builder -> builder.seeds((String) null)),
                of("seeds", builder -> builder.seeds((List<Endpoint>) null)),
                of("seeds", builder -> builder.seeds(Collections.singletonList((Endpoint) null))),
                of("strategy", builder -> builder.strategy(null)),
                of("strategy", builder -> builder.strategy("tuf", null)),
                of("strategy", builder -> builder.strategy("tuf", Collections.singletonMap("b0", null))),
                of("strategy", builder -> builder.strategy("x")),
                of("zz", builder -> builder.strategy("tuf", Map.of("zz", "1"))),
                of("overlay", builder -> builder.overlay(null)),
                of("slowMembers", builder -> builder.slowMembers(null, Duration.ofSeconds(1))),
                of("slowMembers", builder -> builder.slowMembers(SlowMemberPolicy.WAIT, null)),
                of("siteSilence", builder -> builder.siteSilence(null)),
                of("retention", builder -> builder.retention(null)),
                of("silence", builder -> builder.silence(null)),
                of("silence", builder -> builder.silence(Duration.ofSeconds(61))),
                of("patience", builder -> builder.patience(null)),
                of("foundAfter", builder -> builder.foundAfter(null)),
                of("joinWithin", builder -> builder.joinWithin(null)),
                of("atLeast", builder -> builder.atLeast(1, null)),
                of("key", builder -> builder.key((SharedKey) null)),
                of("key", builder -> builder.key((Path) null)),
                of("policy", builder -> builder.policy(null)),
                of("executor", builder -> builder.executor(null)),
                of("onEvent", builder -> builder.onEvent(null)),
                of("site", builder -> builder.site(null)),
                of("name", builder -> builder.name("")),
                of("name", builder -> builder.name("x".repeat(65))),
                of("name 'a?b'", builder -> builder.name("a\nb")),
                of("name 'a?b'", builder -> builder.name("a\u0007b")),
                of("name 'a?b'", builder -> builder.name("a\u2028b")),
                of("name 'a?'", builder -> builder.name("a\ud800")),
                of("strategyCodePoint", builder -> builder.strategyCodePoint("x", 1)),
                of("strategyCodePoint", builder -> builder.strategyCodePoint(null, 1)),
                of("code point 64", builder -> builder.strategyCodePoint("tuf", 64)),
                of("groupCodePoint", builder -> builder.groupCodePoint("a group", 1)),
                of("groupCodePoint", builder -> builder.groupCodePoint(null, 1)),
                of("socketBuffer", builder -> builder.socketBuffer(1)));
    }

    @ParameterizedTest(name = "{index} {0}")
    @MethodSource("refused")
    void isRefusedByTheBuilder(String setting, UnaryOperator<NodeBuilder> sets) {
        NodeBuilder builder = XpandNode.builder().site("s").name("n");
        assertThatThrownBy(() -> sets.apply(builder).check()).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(setting).hasMessageMatching("(?s)[^\n]*(accepted|missing|available|unknown)[^\n]*");
    }

    @Test
    void theDefaultsAreAccepted() {
        assertThatCode(() -> XpandNode.builder().site("s").name(null).lan(null).check()).doesNotThrowAnyException();
    }

    private static void refused(String what, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(what).hasMessageContaining("accepted");
    }

    @Test
    void theGroupsMethodsRefuseNullToo() throws Exception {
        refused("strategy", () -> JoinOptions.reliable().withStrategy(null));
        refused("layered", () -> JoinOptions.layered((long[]) null));
        refused("state settings", () -> JoinOptions.reliable().withStateSettings(null));
        MessageListener listener = message -> { };
        LayeredListener layered = new LayeredListener() {
            @Override
            public void onMessage(LayeredMessage message) {
                // Nothing is sent.
            }

            @Override
            public void onDropped(Dropped dropped) {
                // Nothing is sent.
            }
        };
        try (XpandNode node = XpandNode.builder().site("null-" + RealSites.freePort()).name("ann").lan(new LanTransport.Local()).start()) {
            refused("group name", () -> node.join(null, listener));
            refused("join options", () -> node.join("g", null, listener));
            refused("listener", () -> node.join("g", null));
            refused("join options", () -> node.joinAsync("g", null, listener));
            Group group = node.join("g", listener);
            refused("settings", () -> group.changeStrategy("tuf", null));
            refused("strategy", () -> group.changeStrategy(null));
            refused("member", () -> group.fetchState(null, in -> { }));
            refused("consumer", () -> group.fetchState(new SenderId(group.id().site(), 1), null));
            refused("attribute name", () -> group.setAttribute(null, new byte[1]));
            refused("attribute name 'a?'", () -> group.setAttribute("a\ud800", new byte[1]));
            LayeredGroup rates = node.join("l", JoinOptions.layered(1000).withStrategy("tuf"), layered);
            refused("message", () -> rates.send(0, null));
            refused("message", () -> rates.trySend(0, null));
        }
    }

    @Test
    void namesWithAnyLettersAreAccepted() {
        XpandNode.builder().site("s").name("Zo\u00eb \u6771\u4eac \ud83d\ude00").strategyCodePoint("tuf", 10).groupCodePoint("not.yet", 63).check();
    }

    @Test
    void aClosedNodeSaysThatItIsClosed() throws Exception {
        XpandNode node = XpandNode.builder().site("closed-" + RealSites.freePort()).name("ann").lan(new LanTransport.Local()).start();
        node.overview();
        node.close();
        assertThatThrownBy(node::overview).isInstanceOf(IllegalStateException.class).hasMessage("node ann is closed");
        assertThatThrownBy(node::picture).isInstanceOf(IllegalStateException.class).hasMessage("node ann is closed");
    }
}
