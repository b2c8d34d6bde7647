package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Sites of up to three processes of {@link CountingMember} each, on free ports of this computer. */
final class MemberProcesses implements AutoCloseable {
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final int MOST_OF_A_SITE = 3;

    private final int heapMegabytes;
    private final long stateBytes;
    private final List<List<Integer>> lans = new ArrayList<>();
    private final List<Integer> ports = new ArrayList<>();
    private final List<MemberProcess> started = new ArrayList<>();

    /** @param stateBytes size of the group's state */
    MemberProcesses(int sites, int heapMegabytes, long stateBytes) throws IOException {
        this.heapMegabytes = heapMegabytes;
        this.stateBytes = stateBytes;
        for (int site = 0; site < sites; site++) {
            ports.add(RealSites.freePort());
            List<Integer> lan = new ArrayList<>();
            for (int i = 0; i < MOST_OF_A_SITE; i++) {
                lan.add(RealSites.freePort());
            }
            lans.add(lan);
        }
    }

    /**
     * Starts a process.
     *
     * @param place its place among the processes of its site
     * @param kind  how it uses the state
     */
    MemberProcess start(int site, int place, CountingMember.Kind kind) throws IOException {
        String peers = IntStream.range(0, MOST_OF_A_SITE).mapToObj(i -> lans.get(site).get(i).toString()).collect(Collectors.joining(","));
        MemberProcess process = new MemberProcess(heapMegabytes, started, "m" + site + place, "s" + site + "-" + ports.get(0),
                ports.get(site).toString(), ports.get(0).toString(), lans.get(site).get(place).toString(), peers,
                Long.toString(stateBytes), kind.name());
        started.add(process);
        return process;
    }

    /** Starts a process and waits until it has joined. */
    MemberProcess join(int site, int place, CountingMember.Kind kind) throws IOException {
        MemberProcess process = start(site, place, kind);
        if (kind == CountingMember.Kind.PLAIN) {
            process.report("join");
        }
        process.awaitLine("joined", BOUND);
        return process;
    }

    /** Stops all senders: finally all these members have the same messages of all, and see each other. */
    void comeToTheSame(MemberProcess... members) throws IOException {
        List<MemberProcess> all = List.of(members);
        for (MemberProcess member : all) {
            member.report("silence");
        }
        List<String> names = all.stream().map(MemberProcess::name).sorted().toList();
        await().atMost(BOUND).untilAsserted(() -> {
            for (MemberProcess member : all) {
                member.report("tell");
            }
            assertThat(all.stream().map(each -> each.last("has")).distinct().toList()).as("what is had by %s", all).hasSize(1)
                    .allSatisfy(has -> assertThat(has).endsWith(" of " + names));
        });
        assertThat(all).allSatisfy(each -> assertThat(each.lines()).noneMatch(line -> line.startsWith("FAULT") || line.contains("OutOfMemory")));
    }

    @Override
    public void close() {
        started.forEach(MemberProcess::close);
    }
}
