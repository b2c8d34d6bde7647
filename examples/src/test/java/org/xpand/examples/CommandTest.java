package org.xpand.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.core.KeyFile;

/** Wrong use is reported in one line, and the demonstration runs with real processes. */
class CommandTest {
    private String errors;

    private int run(String... args) {
        PrintStream before = System.err;
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
        try {
            return Xpand.run(args);
        } finally {
            System.setErr(before);
            errors = captured.toString(StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "demo --strategy nonsense | strategy 'nonsense': accepted are mca, t",
        "node --site a --group g --wan-bind 127.0.0.1:7800 --strategy mca --lan tcp | mca competes with TCP",
        "settings nonsense | strategy 'nonsense': accepted are mca, t",
        "demo --wan nowhere | nowhere",
        "demo --members 0 | --members 0",
        "demo --sites 1000 | --sites 1000: accepted is up to 254",
        "demo --sites 200 --members 500 | that is 100000 processes; accepted on this machine",
        "daemon --site a --lan local --wan-bind 127.105.4.1:7800 --leave-seconds -1 | --leave-seconds '-1': accepted is 0 to 86400 seconds",
        "daemon --site a --lan local --silence 0.4 | --silence '0.4': accepted is 0.5 to 60 seconds",
        "daemon --site a --lan local --silence x | --silence 'x': accepted is 0.5 to 60 seconds",
        "daemon --site a --lan local --found-after-seconds 0 | --found-after-seconds '0': accepted is 0.1 to 3600 seconds",
        "daemon --site a --lan radio | --lan 'radio': accepted is udp, tcp, local",
        "daemon --site a --strategy best | --strategy 'best': accepted is mca, tfmcc, tfrc, tuf",
        "load --site a --lan local --group g --retention 60,1000 | --retention '60,1000': accepted is SECONDS[,BYTES]",
        "daemon --site a --lan tcp | --lan 'tcp': lan-bind (--lan-bind) is missing; accepted is HOST:PORT for tcp",
        "daemon --site a --lan local | of a daemon wan-bind (--wan-bind) is missing; accepted is HOST:PORT",
        "node --site a --group bad/name --lan local | group name 'bad/name'",
        "node --site a --group g --lan local --wan-bind nonsense | --wan-bind 'nonsense': accepted is HOST:PORT",
        "node --site a --group g --lan local --wan-bind 127.0.0.1:99999 | accepted is HOST:PORT (endpoint '127.0.0.1:99999': the port must be 1",
        "node --site= --group g --wan-bind 127.0.0.1:7800 | --site '': accepted is 1 to 64",
        "node --site a --group g --lan local --daemon | --daemon: wan-bind (--wan-bind) is missing",
        "node --site a --group g --lan local --set b=three | three",
        "send --site a --lan local missing.file | missing.file",
        "receive --site a | --dir",
        "load --site a --lan local | --group",
        "load --site a --lan local --group g --size 27 | --size 27: accepted is 28 or more",
        "load --site a --lan local --group g --rate -1 | --rate -1: accepted is 0 or more",
        "load --site a --lan local --group g --rate NaN | --rate NaN",
        "load --site a --lan local --group g --senders 0 | --senders 0: accepted is 1 or more",
        "load --site a --lan tcp --lan-bind 127.0.0.1:7901 --group g --senders 2 | udp, local",
        "load --site a --lan local --wan-bind 127.105.4.1:7800 --group g --wait 0 --size 20000000 | 20000000",
        "daemon --site a --found-after-seconds 1 --join-within-seconds 1 --lan local --wan-bind 127.0.0.1:1 | --found-after-seconds and --join",
        "drill --fault nonsense | --fault 'nonsense': accepted are none, kill-sender-delegate",
        "drill --processes 1 --fault kill-sender-delegate | --processes 1: accepted with fault kill-sender-delegate is 2",
        "drill --all --processes 1 | --processes 1",
        "drill --daemons --delegate-sends | --delegate-sends",
        "soak --seconds 59 | --seconds 59: accepted is 60 to 86400",
        "drill --runs 101 | --runs 101: accepted is 1 to 100",
        "drill --rate 0 | --rate 0: accepted is 1 to 50000",
        "drill --wan nowhere | nowhere",
        "experiment nonsense | experiment 'nonsense': accepted are sequential",
        "experiment loss-step --seeds 0 | number of seeds is 0: accepted is 1 to 1000",
        "experiment loss-step --out pom.xml | --out 'pom.xml': no folder can be made there",
        "sink --site a --lan local --group g --stats /no/such/folder/file | --stats '/no/such/folder/file'",
        "simulate /no/such/scenario.json | scenario /no/such/scenario.json: no such file",
        "simulate | SCENARIO.json",
        "simulate scenarios/shared-bottleneck.json --seed one | --seed",
        "simulate scenarios/shared-bottleneck.json --out pom.xml | --out 'pom.xml': no folder can be made there",
        "explore --seeds 5-1 | --seeds '5-1': accepted is FROM-TO with FROM up to TO",
        "explore --seeds few | --seeds 'few'",
        "explore --harsh --changes | --harsh and --changes: accepted is one of them",
        "explore --layered --split-lans --attacks | --split-lans and --layered and --attacks: accepted is one of them",
        "explore --charters scenarios/sites-with-faults.json | --charters beside scenarios/sites-with-faults.json: accepted is one",
        "explore --strategy nonsense | strategy 'nonsense': accepted are",
        "explore /no/such/scenario.json | scenario /no/such/scenario.json: no such file",
        "explore scenarios/shared-bottleneck.json | scenarios/shared-bottleneck.json: sites: missing: accepted for an explor",
        "explore --strategy mca scenarios/sites-with-faults.json | --strategy 'mca' beside scenarios/sites-with-faults.json",
        "key | accepted is: xpand key new FILE",
        "key new pom.xml | key file 'pom.xml': it is there already; accepted is a new name",
        "node --site a --lan local --group g --key missing.key | key file 'missing.key': accepted is a file that",
        "node --site a --lan local --group g --key pom.xml | key file 'pom.xml': line 1: no key: accepted are 32",
        "load --site a --lan local --group g --size 2147483647 | --size 2147483647: accepted is 28 to 16777216",
        "load --site a --lan local --group g --senders 100000 | --senders 100000: accepted is 1 to 256",
        "load --site a --lan local --group g --rate 1e308 | accepted is 0 to 1000000",
        "send --site a --lan local --receivers -1 pom.xml | --receivers -1: accepted is 0 or more",
        "send --site a --lan local --timeout -1 pom.xml | --timeout -1: accepted is 0 or more",
        "send --site a --lan local --wait -1 pom.xml | --wait -1: accepted is 0 or more",
        "receive --site a --lan local --dir= | --dir '': accepted is the name of a folder",
        "receive --site a --lan local --dir pom.xml | --dir 'pom.xml': no folder can be made there, it is a file",
        "receive --site a --lan local --dir . --files -1 | --files -1: accepted is 0 or more",
        "node --site a --lan local --group g --seeds , | --seeds ',': accepted is HOST:PORT[,HOST:PORT...]",
        "node --site a --lan tcp --lan-bind 127.0.0.1:7901 --lan-peers , --group g | --lan-peers ',': accepted is HOST:PORT[,HOST:PORT...]",
        "drill --all --fault loss | --fault 'loss' beside --all: accepted is one of the two",
        "simulate src | scenario src: a folder; accepted is a JSON file",
        "demo --sites 0 | --sites 0: accepted is 1 or more",
        "demo --size -1 | --size -1: accepted is 1 or more",
        "demo --seconds -1 | --seconds -1: accepted is 1 or more",
        "demo --page --rate 1e308 | accepted is 0 to 1000000",
        "load --site a --lan local --group g --stats src | --stats 'src': cannot be written; accepted is a file in a folder that is there",
        "demo --rate 5 | --rate without --page: accepted is --rate with --page",
        "demo --page --seconds 5 | --seconds beside --page: accepted is one of the two",
        "demo --page --send pom.xml | --send beside --page: accepted is one of the two",
        "upgrade --from pom.xml | --from 'pom.xml': accepted is the jar of a version of xpand",
        "top --times -1 | --times -1: accepted is 0 or more",
        "diagnose --at 99999 | --at '99999': accepted are a port from 1 to 65535",
        "status --at http://:70/ | --at 'http://:70/': accepted is the address of a page",
        "upgrade --from src | --from 'src': accepted is the jar of a version of xpand",
        "node --site a --lan local --group g --group h --group g | --group 'g': given twice; accepted is each group once",
        "sink --site a --lan local --group g --expect -5 | --expect -5: accepted is 0 or more",
    })
    void wrongUseIsReportedInOneLine(String line, String expected) {
        assertThat(run(line.strip().split(" "))).isEqualTo(2);
        assertThat(errors).contains(expected.strip()).doesNotContain("\tat ");
    }

    @Test
    void aTakenPortEndsWithOneWhicheverItIs() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                DatagramSocket datagrams = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            String port = "127.0.0.1:" + taken.getLocalPort();
            for (String line : List.of("load --site a --lan tcp --group g --lan-bind " + port,
                    "daemon --site a --lan local --wan-bind 127.0.0.1:" + datagrams.getLocalPort(),
                    "daemon --site a --lan local --wan-bind " + port, "node --site a --lan tcp --service --group g --lan-bind " + port,
                    "node --site a --lan local --service --group g --page " + port, "board --site a --lan local --port " + taken.getLocalPort())) {
                assertThat(run(line.split(" "))).as(line).isEqualTo(1);
                String option = line.substring(line.lastIndexOf("--"), line.lastIndexOf(' '));
                assertThat(errors).as(line).contains(": " + option).contains("': the port is in use, accepted is one that is free")
                        .doesNotContain("\tat ");
            }
        }
    }

    @Test
    void aConfigurationIsCheckedAndAllThatIsWrongIsPrinted(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("c"), "lan = tcp\nkey = /nosuch\n");
        assertThat(run("config", "check", file.toString())).isEqualTo(2);
        assertThat(errors.lines()).hasSize(3).allMatch(each -> each.startsWith(file.toString()));
        assertThat(run("daemon", "--config", file.toString(), "--site", "a")).isEqualTo(2);
        assertThat(errors).contains(file + ":1: lan 'tcp'", file + ":2: key: ", file + ": of a daemon wan-bind");
        Files.writeString(file, "site = a\nset.preset = paper\n");
        assertThat(run("config", "check", file.toString())).as(errors).isZero();
        assertThat(run("config", "check", "--daemon", file.toString())).isEqualTo(2);
    }

    @Test
    void aKeyIsForItsOwnerAlone(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("site.key");
        assertThat(run("key", "new", file.toString())).isZero();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        assertThat(KeyFile.read(file).text()).isEqualTo(Files.readString(file).strip()).hasSize(44);
        Files.writeString(file, "c2hvcnQ=");
        assertThat(run("node", "--site", "a", "--lan", "local", "--group", "g", "--key", file.toString())).isEqualTo(2);
        assertThat(errors).contains("site.key': line 1: no key: accepted are 32 random bytes").doesNotContain("c2hvcnQ");
    }

    @Test
    void anAuthorityIssuesCertificatesForSites(@TempDir Path folder) throws Exception {
        String authority = folder.resolve("all").toString();
        String file = folder.resolve("boston.key").toString();
        assertThat(run("key", "authority", authority)).as(errors).isZero();
        assertThat(run("key", "issue", authority, file, "--site", "boston", "--process", "host")).as(errors).isZero();
        assertThat(run("key", "issue", authority, file + "2", "--site", "bos ton")).isEqualTo(2);
        assertThat(errors).contains("--site 'bos ton': accepted is 1 to 64 letters");
        assertThat(run("key", "show", file)).as(errors).isZero();
        assertThat(KeyFile.bundle(Path.of(file)).identity().orElseThrow().site()).isEqualTo("boston");
        assertThat(KeyFile.read(Path.of(file)).text()).isEqualTo(KeyFile.read(Path.of(authority)).text());
        String fresh = folder.resolve("new.key").toString();
        run("key", "new", fresh);
        String mark = KeyFile.read(Path.of(fresh)).mark();
        String before = KeyFile.read(Path.of(file)).mark();
        assertThat(run("key", "use", file, mark)).isEqualTo(2);
        assertThat(errors).contains("accepted are [" + before + "]");
        assertThat(run("key", "add", file, fresh)).as(errors).isZero();
        assertThat(run("key", "drop", file, before)).isEqualTo(2);
        assertThat(run("key", "use", file, mark)).as(errors).isZero();
        assertThat(run("key", "drop", file, before)).as(errors).isZero();
        assertThat(KeyFile.bundle(Path.of(file)).keys()).containsExactly(KeyFile.read(Path.of(fresh)));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(file)))).isEqualTo("rw-------");
        assertThat(run("key", "issue", file, folder.resolve("x").toString(), "--site", "a")).isEqualTo(2);
        assertThat(errors).contains("holds no authority");
        assertThat(run("node", "--site", "a", "--lan", "local", "--group", "g", "--key", authority)).isEqualTo(2);
        assertThat(errors).contains("accepted is a file that 'xpand key issue' has made");
        Path policy = Files.writeString(folder.resolve("policy"), "\nallow all");
        assertThat(run("node", "--site", "a", "--lan", "local", "--group", "g", "--key", file, "--policy", policy.toString())).isEqualTo(2);
        assertThat(errors).contains("line 2: 'allow all': accepted are");
    }

    @Test
    void aWanFileWithAnErrorNamesTheField(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("wan.json");
        Files.writeString(file, "{\"sites\":[\"a\",\"b\"],\"default\":{\"lossPercent\":130}}");
        assertThat(run("demo", "--wan", file.toString())).isEqualTo(2);
        assertThat(errors).contains("lossPercent").contains("130");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tfmcc", "mca", "tuf"})
    void theDemonstrationSendsAFileBetweenProcesses(String strategy) {
        assertThat(run("demo", "--strategy", strategy, "--sites", "2", "--members", "1", "--wan", "lan", "--size", "300000",
                "--seconds", "60")).as(errors).isZero();
    }

    @Test
    void theDemonstrationRunsWithAKey(@TempDir Path folder) {
        String file = folder.resolve("site.key").toString();
        assertThat(run("demo", "--sites", "2", "--key", file)).isEqualTo(2);
        assertThat(errors).contains("key file '" + file + "'");
        run("key", "new", file);
        assertThat(run("demo", "--key", file, "--sites", "2", "--members", "2", "--wan", "lan", "--size", "300000",
                "--seconds", "60")).as(errors).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "key", "demo", "node", "send", "receive", "load", "sink", "daemon", "drill", "soak", "simulate", "explore",
        "experiment"})
    void helpIsPrintedWithoutAWarning(String command) {
        assertThat(run((command + " --help").trim().split(" "))).isZero();
        assertThat(errors).isEmpty();
    }
}
