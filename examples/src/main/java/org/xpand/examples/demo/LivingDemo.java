package org.xpand.examples.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.xpand.examples.Json;
import org.xpand.examples.page.PageControls;
import org.xpand.examples.page.Scene;
import org.xpand.examples.process.Child;
import org.xpand.examples.process.Signals;
import org.xpand.examples.wan.EmulatedWan;
import org.xpand.examples.watch.NodeOrders;
import org.xpand.examples.watch.RunningNodes;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.WanProfile;

/**
 * Sites of real processes that send to each other until they are stopped, with controls for a page: links of the emulated network,
 * processes, the strategy. Thread-safe.
 */
final class LivingDemo implements PageControls, AutoCloseable {
    private static final int WAN_PORT = 7800;
    private static final int LAN_PORT = 7900;
    private static final String GROUP = "demo";
    private static final double MEGA = 1e6;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MAX_DELAY_MILLIS = 10_000;
    private static final long EXIT_SECONDS = 15;

    private final WanProfile profile;
    private final EmulatedWan emulated;
    private final Scene scene;
    private final Consumer<String> say;
    private final List<DemoProcess> demoProcesses = new ArrayList<>();
    private final List<InetSocketAddress> real = new ArrayList<>();
    private final double rate;
    private final int size;
    /** Additional options of all processes. */
    private final List<String> options;
    private String strategy;
    private boolean closed;

    /**
     * @param members number of members of each site; the last one sends
     * @param rate    messages per second of each sender, 0 for as many as the group accepts
     * @param size    bytes of a message
     * @param options additional options of all processes
     * @param scene   receives what the processes report
     * @param say     receives progress messages for people
     */
    LivingDemo(WanProfile profile, int members, String strategy, long seed, double rate, int size,
               List<String> options, Scene scene, Consumer<String> say) throws IOException {
        this.profile = profile;
        this.strategy = strategy;
        this.rate = rate;
        this.size = size;
        this.options = options;
        this.scene = scene;
        this.say = say;
        int network = DemoNetworks.next();
        List<EmulatedWan.Attachment> attachments = new ArrayList<>();
        for (int site = 0; site < profile.sites().size(); site++) {
            for (int member = 0; member < members; member++) {
                demoProcesses.add(new DemoProcess(site, member, profile.sites().get(site), member == members - 1));
                InetSocketAddress address = new InetSocketAddress(InetAddress.getByAddress(
                        new byte[] {127, (byte) network, (byte) (site + 1), (byte) (member + 1)}), WAN_PORT);
                real.add(address);
                attachments.add(new EmulatedWan.Attachment(site, address));
            }
        }
        this.emulated = new EmulatedWan(seed, profile, attachments);
    }

    /** Starts all processes. */
    synchronized void start() throws IOException {
        emulated.start();
        startAll();
    }

    private void startAll() throws IOException {
        for (DemoProcess demoProcess : demoProcesses) {
            start(demoProcess);
        }
    }

    private void start(DemoProcess demoProcess) throws IOException {
        if (closed) {
            return;
        }
        int index = demoProcesses.indexOf(demoProcess);
        String host = host(index);
        String peers = demoProcesses.stream().filter(other -> other.site() == demoProcess.site())
                .map(other -> host(demoProcesses.indexOf(other)) + ":" + LAN_PORT).collect(Collectors.joining(","));
        String seeds = demoProcesses.stream().filter(other -> other.site() != demoProcess.site() && other.member() < 2)
                .map(other -> advertised(demoProcesses.indexOf(other))).collect(Collectors.joining(","));
        List<String> arguments = new ArrayList<>(List.of(demoProcess.sends() ? "load" : "sink", "--group", GROUP, "--seconds", "0",
                "--site", profile.sites().get(demoProcess.site()), "--name", "m" + (demoProcess.member() + 1), "--strategy", strategy,
                "--wan-bind", host + ":" + WAN_PORT, "--advertise", advertised(index),
                "--lan", "tcp", "--lan-bind", host + ":" + LAN_PORT, "--print-overview", "--page", "0"));
        boolean alone = demoProcesses.stream().noneMatch(other -> other.site() == demoProcess.site() && other.child() != null && other
                .child().isAlive());
        arguments.addAll(DemoCommand.search(alone, host + ":" + LAN_PORT, peers));
        arguments.addAll(options);
        if (!seeds.isEmpty()) {
            arguments.addAll(List.of("--seeds", seeds));
        }
        if (demoProcess.sends()) {
            arguments.addAll(List.of("--rate", Double.toString(rate), "--size", Integer.toString(size), "--wait", "1",
                    "--drain", "1"));
        }
        demoProcess.begin(new Child(demoProcess.name(), arguments, (child, object) -> received(demoProcess, child, object)));
        log(demoProcess.name() + " is started");
    }

    private String host(int index) {
        return real.get(index).getAddress().getHostAddress();
    }

    private String advertised(int index) {
        InetSocketAddress endpoint = emulated.endpoint(index);
        return endpoint.getAddress().getHostAddress() + ":" + endpoint.getPort();
    }

    private void log(String text) {
        say.accept(text);
        scene.event("demo", Json.object("event").put("time", Instant.now().toString()).put("kind", "DEMO").put("text", text));
    }

    private synchronized void received(DemoProcess demoProcess, Child child, ObjectNode object) {
        if (demoProcess.child() != null && demoProcess.child() != child) {
            return;
        }
        switch (object.path("type").asText()) {
            case "overview" -> {
                if (demoProcess.state() == DemoProcess.State.starting) {
                    demoProcess.state(DemoProcess.State.running);
                }
                demoProcess.delegate(object.path("delegate").asBoolean());
                scene.view(demoProcess.name(), object, System.currentTimeMillis());
            }
            case "event" -> {
                scene.event(demoProcess.name(), object);
                say.accept(demoProcess.name() + ": " + object.path("text").asText());
            }
            case "second" -> demoProcess.counted(object);
            default -> {
                // The figures include what is reported at start and end.
            }
        }
    }

    /** Finds processes that have ended unexpectedly; all else is reported by the processes themselves. */
    synchronized boolean look() {
        for (DemoProcess demoProcess : demoProcesses) {
            if (demoProcess.state() != DemoProcess.State.dead && !closed && !demoProcess.child().isAlive()) {
                gone(demoProcess);
                log(demoProcess.name() + " has ended with " + demoProcess.child().exitCode() + ": " + demoProcess.child().complaints());
            }
        }
        return true;
    }

    private void gone(DemoProcess demoProcess) {
        demoProcess.state(DemoProcess.State.dead);
        scene.gone(demoProcess.name());
    }

    @Override
    public synchronized ObjectNode state() {
        ObjectNode out = Json.object("controls").put("strategy", strategy);
        RateStrategies.names().forEach(out.putArray("strategies")::add);
        ArrayNode links = out.putArray("links");
        ArrayNode sites = out.putArray("sites");
        int count = profile.sites().size();
        for (int a = 0; a < count; a++) {
            sites.addObject().put("name", profile.sites().get(a)).put("links", count - 1).put("cutLinks", cutLinks(a));
            for (int b = a + 1; b < count; b++) {
                LinkModelSettings settings = emulated.settings(a, b);
                ObjectNode link = links.addObject().put("key", a + "-" + b).put("a", profile.sites().get(a))
                        .put("b", profile.sites().get(b)).put("delayMs", settings.delayNanos() / NANOS_PER_MILLI)
                        .put("lossPercent", settings.lossProbability() * 100).put("cut", emulated.isPartitioned(a, b));
                if (settings.bytesPerSecond() < Double.POSITIVE_INFINITY) {
                    link.put("rateMbps", settings.bytesPerSecond() * 8 / MEGA);
                } else {
                    link.putNull("rateMbps");
                }
            }
        }
        ArrayNode processes = out.putArray("processes");
        long delivered = 0;
        long wrong = 0;
        long missed = 0;
        for (DemoProcess demoProcess : demoProcesses) {
            processes.addObject().put("name", demoProcess.name()).put("state", demoProcess.state().name())
                    .put("delegate", demoProcess.isDelegate()).put("sends", demoProcess.sends());
            delivered += demoProcess.delivered();
            wrong += demoProcess.wrong();
            missed += demoProcess.missed();
        }
        return out.put("delivered", delivered).put("wrong", wrong).put("missed", missed);
    }

    private long cutLinks(int site) {
        return IntStream.range(0, profile.sites().size()).filter(other -> other != site && emulated.isPartitioned(site, other)).count();
    }

    @Override
    public void change(ObjectNode order) throws InterruptedException {
        if (order.path("action").asText().equals("strategy")) {
            strategy(order.path("strategy").asText());
        } else {
            changeAtOnce(order);
        }
    }

    private synchronized void changeAtOnce(ObjectNode order) throws InterruptedException {
        String action = order.path("action").asText();
        try {
            switch (action) {
                case "link" -> link(order);
                case "cut" -> {
                    int[] ends = ends(order);
                    cut(ends[0], ends[1], order.path("cut").asBoolean());
                }
                case "partition" -> partition(order);
                case "kill", "stop", "resume", "start" -> process(action, demoProcess(order.path("process").asText()));
                default -> throw new IllegalArgumentException("action '" + action
                        + "': accepted are link, cut, partition, kill, stop, resume, start, strategy");
            }
        } catch (IOException e) {
            throw new IllegalStateException(action + ": " + e.getMessage(), e);
        }
    }

    private int[] ends(ObjectNode order) {
        String[] parts = order.path("link").asText().split("-", -1);
        int sites = profile.sites().size();
        try {
            int a = Integer.parseInt(parts[0]);
            int b = Integer.parseInt(parts[1]);
            if (a >= 0 && a < b && b < sites) {
                return new int[] {a, b};
            }
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            // Reported below.
        }
        throw new IllegalArgumentException("link '" + order.path("link").asText() + "': accepted is A-B, numbers of two of the "
                + sites + " sites, the smaller one first");
    }

    private void link(ObjectNode order) {
        int[] ends = ends(order);
        double mbps = within(order, "rateMbps", 0.01, 10_000);
        double delay = within(order, "delayMs", 0, MAX_DELAY_MILLIS);
        double loss = within(order, "lossPercent", 0, 100);
        emulated.setSettings(ends[0], ends[1], emulated.settings(ends[0], ends[1]).withRate(mbps * MEGA / 8)
                .withDelayNanos((long) (delay * NANOS_PER_MILLI)).withLoss(loss / 100));
    }

    private static double within(ObjectNode order, String field, double least, double most) {
        double value = order.path(field).asDouble(Double.NaN);
        if (!(value >= least && value <= most)) {
            throw new IllegalArgumentException(field + " " + order.path(field) + ": accepted are " + least + " to " + most);
        }
        return value;
    }

    private void cut(int a, int b, boolean cut) {
        emulated.partition(a, b, cut);
        log("the link between " + profile.sites().get(a) + " and " + profile.sites().get(b) + (cut ? " is cut" : " is whole"));
    }

    private void partition(ObjectNode order) {
        int site = profile.sites().indexOf(order.path("site").asText());
        if (site < 0) {
            throw new IllegalArgumentException("site '" + order.path("site").asText() + "': accepted are " + profile.sites());
        }
        for (int other = 0; other < profile.sites().size(); other++) {
            if (other != site) {
                cut(Math.min(site, other), Math.max(site, other), order.path("cut").asBoolean());
            }
        }
    }

    private DemoProcess demoProcess(String name) {
        return demoProcesses.stream().filter(demoProcess -> demoProcess.name().equals(name)).findFirst().orElseThrow(
                () -> new IllegalArgumentException("process '" + name + "': accepted are "
                        + demoProcesses.stream().map(DemoProcess::name).toList()));
    }

    private void process(String action, DemoProcess demoProcess) throws IOException, InterruptedException {
        boolean dead = demoProcess.state() == DemoProcess.State.dead;
        if (dead != action.equals("start")) {
            throw new IllegalArgumentException(demoProcess.name() + " is " + demoProcess.state() + ": it cannot " + action);
        }
        switch (action) {
            case "kill" -> {
                demoProcess.child().kill();
                gone(demoProcess);
                log(demoProcess.name() + " is killed");
            }
            case "stop" -> {
                Signals.stop(demoProcess.child().pid());
                demoProcess.state(DemoProcess.State.stopped);
                log(demoProcess.name() + " is stopped");
            }
            case "resume" -> {
                Signals.resume(demoProcess.child().pid());
                demoProcess.state(DemoProcess.State.starting);
                log(demoProcess.name() + " is resumed");
            }
            default -> start(demoProcess);
        }
    }

    /** Requests the change at a member; the processes and their traffic continue. Without the lock: agreement takes time. */
    private void strategy(String wanted) throws InterruptedException {
        if (!RateStrategies.names().contains(wanted)) {
            throw new IllegalArgumentException("strategy '" + wanted + "': accepted are " + RateStrategies.names());
        }
        RunningNodes.Entry member = member();
        try {
            NodeOrders.changeStrategy(member, GROUP, wanted, Map.of());
        } catch (IOException e) {
            throw new IllegalStateException("strategy: " + e.getMessage(), e);
        }
        synchronized (this) {
            strategy = wanted;
            log("the group's strategy is " + wanted + " now");
        }
    }

    private synchronized RunningNodes.Entry member() {
        Set<Long> running = demoProcesses.stream().filter(demoProcess -> demoProcess.state() == DemoProcess.State.running)
                .map(demoProcess -> demoProcess.child().pid()).collect(Collectors.toSet());
        return RunningNodes.all(RunningNodes.folder()).stream().filter(node -> running.contains(node.pid())).findFirst()
                .orElseThrow(() -> new IllegalStateException("strategy: no process is running yet"));
    }

    /** Ends all processes; kills those that do not end. */
    @Override
    public void close() throws IOException {
        List<Child> children;
        synchronized (this) {
            closed = true;
            children = demoProcesses.stream().map(DemoProcess::child).filter(child -> child != null).toList();
            demoProcesses.stream().filter(demoProcess -> demoProcess.state() == DemoProcess.State.stopped).forEach(demoProcess -> demoProcess
                    .child().kill());
        }
        children.forEach(Child::finish);
        try {
            long deadline = System.nanoTime() + EXIT_SECONDS * 1_000_000_000L;
            for (Child child : children) {
                child.awaitExit(Math.max(0, (deadline - System.nanoTime()) / 1_000_000_000L));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        children.forEach(Child::kill);
        emulated.close();
    }
}
