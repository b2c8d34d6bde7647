package org.xpand.membership;

import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.xpand.membership.api.LanTransport;
import org.xpand.membership.control.ControlConfig;
import org.xpand.membership.control.TestDelegate;
import org.xpand.membership.site.SiteChannel;
import org.xpand.membership.site.SiteConfig;
import org.xpand.membership.site.SiteListener;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.site.ProcessRole;
import org.xpand.protocols.site.SiteView;

/**
 * A delegate or a member of a site in a process of its own, so that it can be killed and stopped. It ends when its
 * standard input does, hence with the process that started it.
 */
public final class Peer implements AutoCloseable {
    private static final String UP = "up";
    private static final Duration BOUND = Duration.ofSeconds(5);

    private final Process process;
    private final List<String> output = new CopyOnWriteArrayList<>();
    private final CountDownLatch up = new CountDownLatch(1);

    private Peer(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java",
                "-Djava.net.preferIPv4Stack=true", "-XX:TieredStopAtLevel=1", "-Xmx64m", "-cp",
                System.getProperty("java.class.path"), Peer.class.getName()));
        command.addAll(arguments);
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Thread reader = new Thread(this::read, "peer-output");
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts a delegate of the site with this id, called "s" and the id, and waits until its channel has started. */
    public static Peer delegate(long site, long incarnation, int port, List<Endpoint> seeds)
            throws IOException, InterruptedException {
        return new Peer(arguments("delegate", site, incarnation, port, seeds)).awaitUp();
    }

    /** First of ten ports that another run of the tests on this computer does not use at the same time. */
    public static int firstPort() {
        return 20_000 + (int) (ProcessHandle.current().pid() % 1000) * 10;
    }

    /** Name of a site that another run of the tests does not use at the same time. */
    public static String siteName() {
        return siteName(ProcessHandle.current().pid());
    }

    private static String siteName(long pid) {
        return "boston" + pid;
    }

    /** UDP multicast on the loopback interface. */
    public static LanTransport udp(String siteName) {
        LanTransport.Udp site = LanTransport.Udp.forSite(siteName);
        return new LanTransport.Udp("127.0.0.1", site.group(), site.port());
    }

    /**
     * Starts an eligible member of the site {@link #siteName()} and waits until it has a view.
     *
     * @param peers for TCP; none for UDP
     */
    public static Peer member(long process, int port, List<Endpoint> peers) throws IOException, InterruptedException {
        return new Peer(arguments("member", ProcessHandle.current().pid(), process, port, peers)).awaitUp();
    }

    /** kill -9. */
    public void kill() {
        process.destroyForcibly();
    }

    /** Stops it, and waits until it is: until one of its threads has seen the signal the others go on, and answer. */
    public void stop() throws IOException, InterruptedException {
        signal("STOP");
        Path threads = Path.of("/proc", Long.toString(process.pid()), "task");
        await().atMost(BOUND).pollInterval(Duration.ofMillis(1)).ignoreException(NoSuchFileException.class)
                .until(() -> !Files.exists(threads) || allStopped(threads));
    }

    private static boolean allStopped(Path threads) throws IOException {
        try (DirectoryStream<Path> each = Files.newDirectoryStream(threads)) {
            for (Path thread : each) {
                if (!Files.readString(thread.resolve("stat")).contains(") T ")) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Lets it go on. */
    public void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    }

    /** What it has printed. */
    public List<String> output() {
        return output;
    }

    /** Kills it and waits until it is gone, so that the next one finds its port free. */
    @Override
    public void close() {
        kill();
        process.onExit().join();
    }

    private Peer awaitUp() throws InterruptedException {
        if (!up.await(Duration.ofSeconds(20).toMillis(), TimeUnit.MILLISECONDS)) {
            kill();
            throw new IllegalStateException("not up: " + output);
        }
        return this;
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.add(line);
                if (line.equals(UP)) {
                    up.countDown();
                }
            }
        } catch (IOException e) {
            output.add("closed: " + e.getMessage());
        }
    }

    private static List<String> arguments(String kind, long site, long incarnation, int port, List<Endpoint> others) {
        List<String> arguments = new ArrayList<>(List.of(kind, Long.toString(site), Long.toString(incarnation),
                Integer.toString(port)));
        others.forEach(other -> arguments.add(Integer.toString(other.port())));
        return arguments;
    }

    /** Runs a peer: kind, site, incarnation, port, ports of the others. */
    public static void main(String[] arguments) throws IOException {
        long site = Long.parseLong(arguments[1]);
        long incarnation = Long.parseLong(arguments[2]);
        Endpoint bind = new Endpoint("127.0.0.1", Integer.parseInt(arguments[3]));
        List<Endpoint> others = Arrays.stream(arguments).skip(4)
                .map(port -> new Endpoint("127.0.0.1", Integer.parseInt(port))).toList();
        if (arguments[0].equals("delegate")) {
            runDelegate(site, incarnation, bind, others);
        } else {
            String name = siteName(site);
            new SiteChannel(new SiteConfig(name, "p" + incarnation, new ProcessId(incarnation), ProcessRole.ELIGIBLE,
                    others.isEmpty() ? udp(name) : new LanTransport.Tcp(bind, others)), new Silent()).start();
        }
        System.out.println(UP);
        new InputStreamReader(System.in, StandardCharsets.UTF_8).read();
        System.exit(0);
    }

    private static void runDelegate(long site, long incarnation, Endpoint bind, List<Endpoint> seeds) {
        new TestDelegate(new ControlConfig("s" + site, incarnation, bind, Optional.empty(), seeds))
                .announce(new SiteInfo(new SiteId(site), "s" + site, incarnation, bind, List.of(), new TreeMap<>(),
                        SnapshotId.NONE)).start();
    }

    private static final class Silent implements SiteListener {
        @Override
        public void onView(SiteView view) {
            // What the others see is what matters.
        }

        @Override
        public void onMessage(ProcessId fromProcess, byte[] buffer, int offset, int length) {
            // None is sent.
        }
    }
}
