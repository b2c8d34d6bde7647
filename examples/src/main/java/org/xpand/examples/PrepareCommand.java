package org.xpand.examples;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.xpand.examples.wan.EmulatedWan;
import org.xpand.simulator.WanProfile;
import picocli.CommandLine.Command;

/** Does once, in one process, what the commands that run nodes do, while Java notes which classes that takes. */
@Command(name = "prepare", mixinStandardHelpOptions = true,
        header = "Makes the class archive that shortens the start.",
        description = "Sends a file between two sites in this process, so that Java can archive the classes this takes "
                + "(-XX:ArchiveClassesAtExit). The launcher runs it at the first start.")
final class PrepareCommand implements Callable<Integer> {
    private static final int SITES = 2;
    private static final int WAN_PORT = 7800;
    private static final int LAN_PORT = 7900;
    private static final int BYTES = 100_000;

    @Override
    public Integer call() throws IOException {
        // Includes what a node does some time after its start.
        ManagementFactory.getPlatformMBeanServer();
        Path folder = Files.createTempDirectory("xpand-prepare");
        WanProfile profile = WanProfile.load("lan", SITES);
        byte network = (byte) (16 + ProcessHandle.current().pid() % 200);
        List<InetSocketAddress> real = new ArrayList<>();
        for (int site = 0; site < SITES; site++) {
            real.add(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, network, (byte) (site + 1), 2}), WAN_PORT));
        }
        try (EmulatedWan wan = new EmulatedWan(profile, real, 1)) {
            wan.start();
            Path file = Files.write(folder.resolve("file"), new byte[BYTES]);
            CompletableFuture<Integer> receiver = CompletableFuture.supplyAsync(() -> Xpand.run(arguments(profile, wan, real, 1,
                    List.of("receive", "--dir", folder.resolve("received").toString(), "--page", "0"))));
            int sent = Xpand.run(arguments(profile, wan, real, 0, List.of("send", "--wait", "10", file.toString())));
            return Math.max(sent, receiver.join());
        } finally {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            }
        }
    }

    private static String[] arguments(WanProfile profile, EmulatedWan wan, List<InetSocketAddress> real, int site,
                                      List<String> job) {
        String host = real.get(site).getAddress().getHostAddress();
        List<String> all = new ArrayList<>(job);
        all.addAll(List.of("--json", "--site", profile.sites().get(site), "--name", "m1", "--wan-bind", host + ":" + WAN_PORT,
                "--advertise", text(wan.endpoint(site)), "--seeds", text(wan.endpoint(1 - site)), "--lan", "tcp",
                "--lan-bind", host + ":" + LAN_PORT));
        return all.toArray(String[]::new);
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }
}
