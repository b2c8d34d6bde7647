package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that is itself a module, on the module path: two sites, a message in each direction. */
class ModulePathTest {
    private static final List<String> NEEDED = List.of("xpand-protocols-", "xpand-alm-", "xpand-membership-", "xpand-core-",
            "netty-", "jgroups-", "slf4j-api-");

    @Test
    void anApplicationMayBeAModule(@TempDir Path folder) throws Exception {
        Path sources = Files.createDirectories(folder.resolve("app/program"));
        Files.writeString(folder.resolve("app/module-info.java"), "module app { requires org.xpand.core; }");
        int port = RealSites.freePort();
        Files.writeString(sources.resolve("Main.java"), """
                package program;
                import java.util.concurrent.CountDownLatch;
                import java.util.concurrent.TimeUnit;
                import org.xpand.core.Group;
                import org.xpand.core.XpandNode;
                import org.xpand.membership.api.LanTransport;
                public class Main {
                    static XpandNode site(String name, int port) throws InterruptedException {
                        return XpandNode.builder().site(name).wanBind("127.0.0.1:" + port).seeds("127.0.0.1:%d")
                                .lan(new LanTransport.Local()).start();
                    }
                    public static void main(String[] arguments) throws Exception {
                        CountDownLatch arrived = new CountDownLatch(2);
                        try (XpandNode one = site("one", %d); XpandNode two = site("two", %d)) {
                            Group there = two.join("group", message -> arrived.countDown());
                            one.join("group", message -> arrived.countDown()).send(new byte[] {1});
                            there.send(new byte[] {2});
                            while (!arrived.await(100, TimeUnit.MILLISECONDS)) {
                                there.trySend(new byte[] {3});
                            }
                        }
                        System.out.println("arrived in " + XpandNode.class.getModule() + ", " + Main.class.getModule());
                    }
                }
                """.formatted(port, port, RealSites.freePort()));
        String modules = modulePath();
        Path classes = folder.resolve("classes");
        assertThat(run("javac", "-p", modules, "-d", classes.toString(), folder.resolve("app/module-info.java").toString(),
                sources.resolve("Main.java").toString())).isEmpty();
        assertThat(run("java", "-Xmx256m", "-Djava.net.preferIPv4Stack=true", "-p", modules + File.pathSeparator + classes,
                "-m", "app/program.Main")).contains("arrived in module org.xpand.core, module app");
    }

    /** The product and its dependencies only: test dependencies are not on an application's module path. */
    private static String modulePath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator)).filter(ModulePathTest::needed)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean needed(String entry) {
        String name = Path.of(entry).getFileName().toString();
        return name.endsWith(".jar") ? NEEDED.stream().anyMatch(name::startsWith)
                : Files.exists(Path.of(entry, "module-info.class"));
    }

    private static String run(String tool, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", tool).toString()));
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile("module-path", ".txt");
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "still running after 60 s: " + Files.readString(output);
            }
            return (process.exitValue() == 0 ? "" : "exit " + process.exitValue() + ": ") + Files.readString(output);
        } finally {
            Files.delete(output);
        }
    }
}
