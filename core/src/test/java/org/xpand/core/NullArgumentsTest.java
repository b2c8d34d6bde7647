package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.core.jmx.NodeBeans;
import org.xpand.core.micrometer.XpandMetrics;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.keys.KeyBundle;
import org.xpand.protocols.keys.SharedKey;

/**
 * Each argument of each public method and constructor of the API is null once, the others being valid: it is refused in one sentence that names the
 * argument and says what is accepted.
 */
class NullArgumentsTest {
    private static final List<String> PACKAGES = List.of("", ".jmx", ".metrics", ".micrometer");
    /** What may be null, as its documentation says. */
    private static final Set<String> MAY_BE_NULL = Set.of("NodeBuilder.name newName", "NodeBuilder.lan transport", "JoinOptions.withState provider",
            "JoinOptions.withState consumer", "Group.setAttribute value",
            // What start refuses, as NodeBuilderTest shows.
            "NodeBuilder.site newSite");
    /** What applications implement and this project calls. */
    private static final Set<Class<?>> OF_APPLICATIONS = Set.of(MessageListener.class, LayeredListener.class, RequestHandler.class,
            StateConsumer.class, StateProvider.class, StateProvider.Snapshot.class);
    /** How messages call a parameter that they do not call by its name or the method's. */
    private static final Map<String, String> MEANINGS = Map.of("payload", "message", "joined", "group", "siteName", "site name");

    /** The name of a group, which this node is in, and of a rate control. */
    private static final String TEXT = "tuf";

    private static XpandNode node;
    private static Map<Class<?>, Supplier<Object>> objects;

    @BeforeAll
    static void start() throws Exception {
        node = XpandNode.builder().site("nulls-" + RealSites.freePort()).name("ann").lan(new LanTransport.Local()).start();
        Group group = node.join(TEXT, message -> { });
        LayeredGroup layered = node.join("l", JoinOptions.layered(1000).withStrategy("tuf"), (LayeredListener) value(LayeredListener.class));
        objects = Map.of(XpandNode.class, () -> node, Group.class, () -> group, LayeredGroup.class, () -> layered,
                NodeBuilder.class, XpandNode::builder, JoinOptions.class, JoinOptions::reliable, StateSettings.class, StateSettings::defaults,
                MessageFlow.class, MessageFlow::new, MessageSink.class, () -> new MessageSink(group),
                XpandMetrics.class, () -> new XpandMetrics(node), NodeBeans.class, () -> new NodeBeans("s", "n", 1));
    }

    @AfterAll
    static void stop() {
        node.close(Duration.ZERO);
    }

    static Stream<Arguments> arguments() throws IOException {
        List<Class<?>> types = new ArrayList<>();
        for (String name : PACKAGES) {
            Path folder = Path.of("src/main/java/org/xpand/core", name.replace(".", ""));
            try (Stream<Path> files = Files.list(folder)) {
                files.map(file -> file.getFileName().toString()).filter(file -> file.endsWith(".java") && !file.contains("-")).sorted()
                        .forEach(file -> add(types, type("org.xpand.core" + name + "." + file.replace(".java", ""))));
            }
        }
        add(types, LanTransport.class);
        assertThat(types).hasSizeGreaterThan(70).contains(NodeEvent.Failed.class, LanTransport.Tcp.class);
        Set<String> allowed = new TreeSet<>(MAY_BE_NULL);
        List<Arguments> all = new ArrayList<>();
        for (Class<?> type : types) {
            for (Executable each : executables(type)) {
                Parameter[] parameters = each.getParameters();
                for (int i = 0; i < parameters.length; i++) {
                    String name = called(each) + " " + parameters[i].getName();
                    if (!parameters[i].getType().isPrimitive() && !allowed.remove(name)) {
                        all.add(Arguments.of(name, each, i));
                    }
                }
            }
        }
        assertThat(allowed).as("listed and not found").isEmpty();
        return all.stream();
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Adds a public type and its public nested types. */
    private static void add(List<Class<?>> types, Class<?> type) {
        if (Modifier.isPublic(type.getModifiers()) && !OF_APPLICATIONS.contains(type)) {
            types.add(type);
            Arrays.stream(type.getDeclaredClasses()).forEach(each -> add(types, each));
        }
    }

    private static List<Executable> executables(Class<?> type) {
        return Stream.<Executable>concat(Arrays.stream(type.getDeclaredConstructors()), Arrays.stream(type.getDeclaredMethods()))
                .filter(each -> Modifier.isPublic(each.getModifiers()) && !each.isSynthetic())
                .filter(each -> !each.getName().equals("equals") && !(type.isEnum() && each.getName().equals("valueOf"))).toList();
    }

    private static String called(Executable each) {
        String type = each.getDeclaringClass().getName().replaceAll(".*\\.", "").replace('$', '.');
        return each instanceof Constructor ? "new " + type : type + "." + each.getName();
    }

    @ParameterizedTest(name = "{index} {0}")
    @MethodSource("arguments")
    void isRefusedInOneSentence(String name, Executable called, int index) {
        Object[] values = Arrays.stream(called.getParameters()).map(each -> value(each.getType())).toArray();
        if (Arrays.asList(called.getParameterTypes()).contains(LayeredListener.class)) {
            values[Arrays.asList(called.getParameterTypes()).indexOf(JoinOptions.class)] = JoinOptions.layered(1000);
        }
        values[index] = null;
        String parameter = called.getParameters()[index].getName();
        assertThatThrownBy(() -> call(called, values)).isExactlyInstanceOf(isOfFlow(called) ? NullPointerException.class
                : IllegalArgumentException.class).satisfies(refusal -> {
                    assertThat(refusal.getMessage()).doesNotContain("\n").contains("null").contains("accepted");
                    String message = refusal.getMessage().toLowerCase(Locale.ROOT);
                    assertThat(Stream.of(parameter, parameter.replaceFirst("^new", ""), MEANINGS.getOrDefault(parameter, parameter),
                            called.getName()).anyMatch(each -> message.contains(each.toLowerCase(Locale.ROOT)))).as(refusal.getMessage()).isTrue();
                });
    }

    private static Object call(Executable called, Object[] values) throws Throwable {
        try {
            if (called instanceof Constructor<?> constructor) {
                return constructor.newInstance(values);
            }
            boolean isStatic = Modifier.isStatic(called.getModifiers());
            return ((Method) called).invoke(isStatic ? null : objects.get(called.getDeclaringClass()).get(), values);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Whether the rules of reactive streams demand a {@link NullPointerException}. */
    private static boolean isOfFlow(Executable called) {
        return Stream.of(Flow.Subscriber.class, Flow.Publisher.class).anyMatch(each -> each.isAssignableFrom(called.getDeclaringClass())
                && Arrays.stream(each.getMethods()).anyMatch(method -> method.getName().equals(called.getName())));
    }

    /** A value that is accepted, of any type that the API has. */
    private static Object value(Class<?> type) {
        try {
            if (type == boolean.class) {
                return false;
            } else if (type == int.class) {
                return 1;
            } else if (type == long.class) {
                return 1L;
            } else if (type == double.class) {
                return 1.0;
            } else if (type == String.class) {
                return TEXT;
            } else if (type == Class.class) {
                return NodeStats.class;
            } else if (type.isArray()) {
                return Array.newInstance(type.getComponentType(), 0);
            } else if (type.isEnum()) {
                return type.getEnumConstants()[0];
            } else if (type.isRecord()) {
                return recordOf(type);
            }
            return PLAIN.containsKey(type) ? PLAIN.get(type).get() : Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                    (proxy, method, arguments) -> null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final Map<Class<?>, Supplier<Object>> PLAIN = Map.ofEntries(
            Map.entry(List.class, List::of), Map.entry(Map.class, Map::of), Map.entry(Optional.class, Optional::empty),
            Map.entry(OptionalLong.class, OptionalLong::empty), Map.entry(Duration.class, () -> Duration.ofSeconds(1)),
            Map.entry(Instant.class, Instant::now), Map.entry(Path.class, () -> Path.of("none")), Map.entry(Throwable.class, Exception::new),
            Map.entry(SharedKey.class, KeyFile::newKey), Map.entry(KeyBundle.class, () -> KeyBundle.of(KeyFile.newKey())),
            Map.entry(OverlayConfig.class, OverlayConfig::defaults), Map.entry(LanTransport.class, LanTransport.Local::new),
            Map.entry(MeterRegistry.class, SimpleMeterRegistry::new), Map.entry(InetAddress.class, NullArgumentsTest::multicast),
            Map.entry(XpandNode.class, () -> node), Map.entry(JoinOptions.class, JoinOptions::reliable),
            Map.entry(StateSettings.class, StateSettings::defaults), Map.entry(Message.class, () -> new Message("g", new SenderId(new SiteId(1), 1),
            false, new byte[0])));

    private static Object multicast() {
        try {
            return InetAddress.getByName("239.192.0.1");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Object recordOf(Class<?> type) throws ReflectiveOperationException {
        if (PLAIN.containsKey(type)) {
            return PLAIN.get(type).get();
        }
        Class<?>[] parts = Arrays.stream(type.getRecordComponents()).map(RecordComponent::getType).toArray(Class<?>[]::new);
        return type.getDeclaredConstructor(parts).newInstance(Arrays.stream(parts).map(NullArgumentsTest::value).toArray());
    }

    @Test
    void listsAndMapsWithANullAreRefusedToo() {
        assertThatThrownBy(() -> new GroupView(Collections.singletonList(null))).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("sites with a null: accepted is a list of other values, which may be empty");
        assertThatThrownBy(() -> new NodeEvent.StrategyChanged("g", "a", "b", Collections.singletonMap("b0", null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("settings with a null: accepted is a map of other values, which may be empty");
        assertThatThrownBy(() -> new LanTransport.Tcp(new Endpoint("a", 1), Collections.singletonList(null)))
                .isInstanceOf(IllegalArgumentException.class).hasMessage("LAN peers' endpoint null: accepted is an endpoint, HOST:PORT");
    }

    @Test
    void anEndpointHasAHost() {
        assertThatThrownBy(() -> new Endpoint(null, 1)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("endpoint's host null: accepted is an address or a name");
    }

    @Test
    void aFlowAcceptsOnlyAGroupThatWasJoinedWithIt() {
        assertThatThrownBy(() -> new MessageFlow().onJoined((Group) value(Group.class))).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("group null: accepted is one that a node has joined with this listener");
    }

    @Test
    void theStreamsOfAStateSayWhatIsNull() {
        StateInput in = new StateInput(4096, offset -> { });
        StateOutput out = new StateOutput(4096, 1, (offset, bytes, length) -> { });
        String message = "bytes null: accepted is an array";
        assertThatThrownBy(() -> in.read(null)).isInstanceOf(NullPointerException.class).hasMessage(message);
        assertThatThrownBy(() -> in.read(null, 0, 1)).isInstanceOf(NullPointerException.class).hasMessage(message);
        assertThatThrownBy(() -> out.write((byte[]) null)).isInstanceOf(NullPointerException.class).hasMessage(message);
        assertThatThrownBy(() -> out.write(null, 0, 1)).isInstanceOf(NullPointerException.class).hasMessage(message);
    }
}
