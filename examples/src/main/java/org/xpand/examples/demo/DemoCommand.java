package org.xpand.examples.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.xpand.core.KeyFile;
import org.xpand.examples.Json;
import org.xpand.examples.Units;
import org.xpand.examples.page.PageAddress;
import org.xpand.examples.page.PageServer;
import org.xpand.examples.page.Scene;
import org.xpand.examples.process.Child;
import org.xpand.examples.traffic.Ending;
import org.xpand.examples.traffic.TrafficOptions;
import org.xpand.examples.wan.EmulatedWan;
import org.xpand.examples.watch.RunningNodes;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.simulator.WanProfile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Several sites on one machine, and a file from a member of the first to all members of all. */
@Command(name = "demo", mixinStandardHelpOptions = true,
        header = "Sends a file between sites over an emulated wide-area network.",
        description = "Starts sites as separate processes on this machine, connects them by an emulated wide-area network, "
                + "sends a file to every member, and verifies every copy. With --page it serves a page to watch and to "
                + "break things.")
public final class DemoCommand implements Callable<Integer> {
    private static final int WAN_PORT = 7800;
    private static final int LAN_PORT = 7900;
    /** How long the founding process of the site looks for others: no other process founds it. */
    private static final String FOUND_AFTER = "0.1";
    /** How long the other processes of the site look for that one, which may start slowly on a busy machine. */
    private static final String LOOK_FOR = "30";
    /** Two of each, so that the sites find each other in any order of their starts. */
    private static final int SEED_SITES = 2;
    private static final int SEED_MEMBERS = 2;
    private static final int EXIT_SECONDS = 3;
    private static final String ERASE_LINE = "\r\033[K";
    private static final int SMALL = 256 << 10;
    private static final int ORDINARY = 2 << 20;
    private static final int USUAL_SECONDS = 120;
    private static final int MOST_SECONDS = 86_400;
    private static final int MOST_BYTES = 1 << 30;
    private static final double USUAL_RATE = 100;
    private static final int MOST_RATE = 1_000_000;
    private static final int LIVE_BYTES = 1000;
    private static final int LIVE_EXIT_SECONDS = 20;

    @Option(names = "--sites", description = "Number of sites (default: 3, or all that the profile names).")
    private Integer sites;

    @Option(names = "--members", description = "Members of each site (default: 2).")
    private int members = 2;

    @Option(names = "--wan", description = "Profile (default, lan, lossy, ron) or JSON file "
            + "of the emulated network.")
    private String wan = "default";

    @Option(names = "--strategy", description = "Rate control (default: tfrc).")
    private String strategy = RateStrategies.DEFAULT;

    @Option(names = "--send", paramLabel = "FILE", description = "Without --page: the file to send (default: a generated one).")
    private Path send;

    @Option(names = "--size", description = "Bytes of the generated file (default: 2 MiB, 256 KiB if the network loses "
            + "more than 1 %%), or with --page of each message (default: 1000).")
    private Integer size;

    @Option(names = "--seconds", description = "Without --page: give up after this time (default: 120).")
    private Integer seconds;

    @Option(names = "--key", paramLabel = "FILE", description = "The key of all processes, made by 'xpand key new FILE'.")
    private Path key;

    @Option(names = "--seed", description = "Seed of the network's losses (default: 1).")
    private long seed = 1;

    @Option(names = "--json", description = "Print JSON lines instead of text.")
    private boolean json;

    @Option(names = "--page", paramLabel = "[HOST:]PORT", arity = "0..1", fallbackValue = "0", description = "Instead of "
            + "sending a file, let one sender in each site send until Ctrl-C, and serve a page that "
            + "shows the sites and changes links, processes and strategy. Without HOST only this machine can open it; "
            + "without PORT a free port is taken.")
    private String page;

    @Option(names = "--rate", paramLabel = "MESSAGES", description = "With --page: messages per second of "
            + "each sender; 0: as many as the group accepts (default: 100).")
    private Double rate;

    private final LinkedBlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
    private final List<Child> children = new CopyOnWriteArrayList<>();
    private final Map<String, ObjectNode> delegates = new ConcurrentSkipListMap<>();
    private final Map<String, Boolean> verified = new TreeMap<>();
    private final Map<String, Double> doneAfter = new TreeMap<>();
    private int ready;
    private boolean lineOpen;
    private long startNanos;
    private double firstDelivery = -1;
    private double sendStart = -1;
    private boolean sent;
    private boolean layered;
    private volatile boolean stopping;
    private long lastShown;

    @Override
    public Integer call() throws IOException, InterruptedException {
        startNanos = System.nanoTime();
        RateStrategy rateControl = RateStrategies.create(strategy, Map.of());
        rateControl.caution().ifPresent(this::say);
        layered = rateControl.hasLayers();
        if (key != null) {
            KeyFile.read(key);
        }
        TrafficOptions.check("--members", members, 1);
        TrafficOptions.check("--seconds", patience(), 1, MOST_SECONDS);
        TrafficOptions.check("--size", size == null ? 1 : size, 1, MOST_BYTES);
        TrafficOptions.check("--rate", rate == null ? USUAL_RATE : rate, 0, MOST_RATE);
        checkPage();
        TrafficOptions.check("--sites", this.sites == null ? 1 : this.sites, 1);
        WanProfile profile = this.sites == null ? WanProfile.load(wan) : WanProfile.load(wan, this.sites);
        int sites = profile.sites().size();
        DemoBounds.check(sites, members);
        if (sites * members < 2) {
            throw new IllegalArgumentException("--sites " + sites + " --members " + members + ": at least two members "
                    + "are needed, one to send and one to receive");
        }
        if (page != null) {
            return live(profile);
        }
        Path folder = Files.createTempDirectory("xpand-demo");
        Thread cleaner = new Thread(() -> cleanUp(folder));
        Runtime.getRuntime().addShutdownHook(cleaner);
        try {
            return run(profile, folder);
        } finally {
            // Each copy has been verified or abandoned. Leaving in order all at once, over a network that ends too, would take seconds.
            children.forEach(Child::kill);
            children.forEach(Child::close);
            if (!stopping) {
                Runtime.getRuntime().removeShutdownHook(cleaner);
                delete(folder);
            }
        }
    }

    private int patience() {
        return seconds == null ? USUAL_SECONDS : seconds;
    }

    /** Refuses options that would be ignored. */
    private void checkPage() {
        if (page == null && rate != null) {
            throw new IllegalArgumentException("--rate without --page: accepted is --rate with --page");
        }
        if (page != null && (send != null || seconds != null)) {
            throw new IllegalArgumentException((send != null ? "--send" : "--seconds") + " beside --page: accepted is one of the two");
        }
    }

    private int live(WanProfile profile) throws IOException, InterruptedException {
        PageAddress address = PageAddress.parse("--page", page);
        if (layered) {
            say("with " + strategy + " the demonstration's group is reliable all the same");
        }
        Scene scene = new Scene();
        try (Ending ending = Ending.ofService(LIVE_EXIT_SECONDS);
                LivingDemo demo = new LivingDemo(profile, members, strategy, seed, rate == null ? USUAL_RATE : rate, size == null ? LIVE_BYTES : size,
                        keyOptions(), scene, this::say);
                PageServer server = new PageServer(address, scene, Optional.of(demo), Optional.empty(), watched -> demo.look(),
                        System::currentTimeMillis)) {
            if (json) {
                Json.print(Json.object("page").put("url", server.url()));
            } else {
                System.out.println("The page: " + server.url() + "   (Ctrl-C ends the demonstration)");
            }
            Path entry = RunningNodes.add(RunningNodes.folder(), "demo", "all", server.url(), server.orderToken());
            try {
                demo.start();
                ending.awaitEnd();
            } finally {
                RunningNodes.remove(entry);
            }
            say("all processes are asked to end");
        }
        return 0;
    }

    /** Cleans up after a signal: no process and no file of the demonstration remains. */
    private void cleanUp(Path folder) {
        synchronized (children) {
            stopping = true;
        }
        children.forEach(Child::kill);
        try {
            for (Child child : children) {
                child.awaitExit(EXIT_SECONDS);
            }
            delete(folder);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            System.err.println("demo: " + folder + " is left: " + e.getMessage());
        }
    }

    private int run(WanProfile profile, Path folder) throws IOException, InterruptedException {
        Path source = send == null ? generate(profile, folder) : send;
        if (!Files.isRegularFile(source)) {
            throw new IllegalArgumentException("--send '" + source + "': accepted is a readable file");
        }
        int network = DemoNetworks.next();
        List<InetSocketAddress> real = new ArrayList<>();
        List<EmulatedWan.Attachment> attachments = new ArrayList<>();
        for (int site = 0; site < profile.sites().size(); site++) {
            for (int member = 0; member < members; member++) {
                real.add(new InetSocketAddress(InetAddress.getByAddress(
                        new byte[] {127, (byte) network, (byte) (site + 1), (byte) (member + 1)}), WAN_PORT));
                attachments.add(new EmulatedWan.Attachment(site, real.get(real.size() - 1)));
            }
        }
        try (EmulatedWan emulated = new EmulatedWan(seed, profile, attachments)) {
            emulated.start();
            say("starting " + profile.sites().size() + " sites with " + members + " members each on the emulated network "
                    + profile.name());
            return run(profile, emulated, real, source, folder);
        }
    }

    private int run(WanProfile profile, EmulatedWan emulated, List<InetSocketAddress> real, Path source, Path folder)
            throws IOException, InterruptedException {
        int sites = profile.sites().size();
        int receivers = sites * members - 1;
        long deadline = startNanos + TimeUnit.SECONDS.toNanos(patience());
        for (int member = 0; member < members; member++) {
            for (int site = 0; site < sites; site++) {
                boolean sends = site == 0 && member == members - 1;
                start(profile, emulated, real, site, member, sends ? List.of("send", source.toString(), "--receivers",
                        Integer.toString(receivers), "--wait", Integer.toString(patience()))
                        : List.of("receive", "--dir", folder.resolve(profile.sites().get(site) + "-" + (member + 1)).toString(),
                        "--until-eof"));
            }
        }
        Child sender = children.get((members - 1) * sites);
        boolean finished = await(() -> verified.size() == receivers && (sent || !sender.isAlive()), deadline);
        long good = verified.values().stream().filter(ok -> ok).count();
        summary(source, good, receivers);
        if (!finished) {
            return failed("not finished after " + patience() + " s (--seconds): " + good + " of " + receivers
                    + " copies are verified");
        }
        return good == receivers ? 0 : failed(receivers - good + " copies are not verified");
    }

    private void start(WanProfile profile, EmulatedWan emulated, List<InetSocketAddress> real, int site, int member,
                       List<String> job) throws IOException {
        int index = site * members + member;
        List<String> arguments = new ArrayList<>(job);
        arguments.addAll(List.of("--json", "--site", profile.sites().get(site), "--name", "m" + (member + 1),
                "--strategy", strategy, "--wan-bind", text(real.get(index)), "--advertise", text(emulated.endpoint(index)),
                "--lan", "tcp", "--lan-bind", lan(real, index)));
        arguments.addAll(search(member == 0, lan(real, index), ofSites(IntStream.of(site), members, each -> lan(real, each))));
        String seeds = ofSites(IntStream.range(0, Math.min(SEED_SITES, profile.sites().size())).filter(each -> each != site),
                SEED_MEMBERS, each -> text(emulated.endpoint(each)));
        if (!seeds.isEmpty()) {
            arguments.addAll(List.of("--seeds", seeds));
        }
        arguments.addAll(keyOptions());
        String name = profile.sites().get(site) + "/m" + (member + 1);
        synchronized (children) {
            if (!stopping) {
                children.add(new Child(name, arguments, (child, object) -> events.add(() -> received(child, object))));
            }
        }
    }

    /**
     * Returns the options by which a process finds its site: if two processes founded it, there would be two sites of its name
     * until they have met.
     *
     * @param founds whether it founds the site; then it asks no process that would make it wait
     * @param self   where it listens
     * @param peers  where the processes of the site listen, separated by commas
     */
    static List<String> search(boolean founds, String self, String peers) {
        return List.of("--found-after-seconds", founds ? FOUND_AFTER : LOOK_FOR, "--lan-peers", founds ? self : peers);
    }

    private static String lan(List<InetSocketAddress> real, int index) {
        return real.get(index).getAddress().getHostAddress() + ":" + LAN_PORT;
    }

    /** Returns the texts for the first processes of some sites, separated by commas. */
    private String ofSites(IntStream sites, int most, IntFunction<String> text) {
        return sites.boxed().flatMap(site -> IntStream.range(0, Math.min(most, members)).mapToObj(
                member -> text.apply(site * members + member))).collect(Collectors.joining(","));
    }

    private List<String> keyOptions() {
        return key == null ? List.of() : List.of("--key", key.toString());
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    private interface Condition {
        boolean holds();
    }

    private boolean await(Condition condition, long deadline) throws InterruptedException {
        while (!condition.holds()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            Runnable event = events.poll(200, TimeUnit.MILLISECONDS);
            if (event != null) {
                event.run();
            }
            for (Child child : children) {
                if (!stopping && !child.isAlive() && child.exitCode() != 0) {
                    throw new IllegalStateException(child.name() + " ended with " + child.exitCode() + ":\n  "
                            + child.complaints());
                }
            }
            show();
        }
        return true;
    }

    private double elapsed() {
        return (System.nanoTime() - startNanos) / 1e9;
    }

    private void received(Child child, ObjectNode object) {
        switch (object.path("type").asText()) {
            case "ready" -> {
                ready++;
                say(child.name() + " is ready");
            }
            case "first" -> {
                if (firstDelivery < 0) {
                    firstDelivery = elapsed();
                    sendStart = firstDelivery;
                    say("first delivery, at " + child.name());
                }
            }
            case "file" -> {
                verified.put(child.name(), object.path("verified").asBoolean());
                doneAfter.put(child.name(), elapsed());
                say(child.name() + (object.path("verified").asBoolean() ? " has verified its copy"
                        : " has a copy that is WRONG"));
            }
            case "sent" -> sent = true;
            case "stats" -> {
                if (object.path("delegate").asBoolean()) {
                    delegates.put(object.path("site").asText(), object);
                    if (json) {
                        Json.print(object);
                    }
                }
            }
            default -> {
                // The receivers' figures show the sender's progress.
            }
        }
    }

    /** Shows the state before the first delivery, in one line that changes. */
    private void showStart() {
        if (!json && firstDelivery < 0 && System.console() != null) {
            System.out.printf(Locale.ROOT, "\r%6.1f s  %s%s  %d of %d processes are there", elapsed(), "#".repeat(ready),
                    ".".repeat(Math.max(0, children.size() - ready)), ready, children.size());
            System.out.flush();
            lineOpen = true;
        }
    }

    private void show() {
        showStart();
        long now = System.nanoTime();
        if (json || now - lastShown < TimeUnit.SECONDS.toNanos(1) || firstDelivery < 0) {
            return;
        }
        lastShown = now;
        ObjectNode source = delegates.values().stream()
                .filter(each -> each.path("packetsSent").asLong() > 100).max(Comparator.comparingLong(
                        each -> each.path("packetsSent").asLong())).orElse(null);
        if (source == null) {
            return;
        }
        StringBuilder line = new StringBuilder(source.path("site").asText()).append(" may send ")
                .append(Units.bitPerSecond(source.path("allowedBitPerSecond").asDouble()));
        if (source.path("slowStart").asBoolean()) {
            line.append(" (slow start)");
        } else if (!layered && !source.path("limitingSite").isNull()) {
            line.append(", limited by ").append(source.path("limitingSite").asText());
        }
        for (JsonNode path : source.path("paths")) {
            line.append(String.format(Locale.ROOT, " | %s %.0f ms %.2f %%", path.path("site").asText(),
                    path.path("rttMs").asDouble(), 100 * path.path("lossEventRate").asDouble()));
        }
        say(line.toString());
    }

    private void say(String text) {
        if (!json) {
            System.out.printf(Locale.ROOT, "%s%6.1f s  %s%n", lineOpen ? ERASE_LINE : "", elapsed(), text);
            lineOpen = false;
        }
    }

    private int failed(String why) {
        System.err.println("demo failed: " + why);
        return 1;
    }

    private void summary(Path source, long good, int receivers) throws IOException {
        long bytes = Files.size(source);
        double last = doneAfter.values().stream().mapToDouble(Double::doubleValue).max().orElse(elapsed());
        double goodput = sendStart < 0 || last <= sendStart ? 0 : bytes * 8 / (last - sendStart);
        if (json) {
            Json.print(Json.object("summary").put("bytes", bytes).put("verified", good).put("receivers", receivers)
                    .put("firstDeliverySeconds", firstDelivery).put("seconds", elapsed())
                    .put("goodputBitPerSecond", goodput));
            return;
        }
        System.out.println();
        System.out.printf("%d bytes to %d receivers: %d of %d copies verified (SHA-256)%n", bytes, receivers, good,
                receivers);
        System.out.printf(Locale.ROOT, "first delivery after %.1f s, goodput %s%n", firstDelivery,
                Units.bitPerSecond(goodput));
        doneAfter.forEach((name, after) -> System.out.printf(Locale.ROOT, "  %-16s done after %6.1f s%n",
                name, after));
    }

    private Path generate(WanProfile profile, Path folder) throws IOException {
        boolean lossy = profile.sites().stream().anyMatch(from -> profile.sites().stream().anyMatch(
                to -> !from.equals(to) && profile.link(from, to).lossProbability() > 0.01));
        int length = size != null ? size : lossy ? SMALL : ORDINARY;
        byte[] content = new byte[length];
        new SplittableRandom(seed).nextBytes(content);
        Path generated = folder.resolve("demo.bin");
        try (OutputStream out = Files.newOutputStream(generated)) {
            out.write(content);
        }
        return generated;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
