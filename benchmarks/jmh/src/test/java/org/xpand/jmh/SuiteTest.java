package org.xpand.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** Every benchmark runs, and the table shows what it cost. No figure is asserted. */
class SuiteTest {
    private static final String[] SHORTEST = {"-f", "0", "-wi", "0", "-i", "1", "-r", "1ms", "-v", "SILENT"};

    @Test
    @Timeout(60)
    void everyBenchmarkRuns() throws Exception {
        Collection<RunResult> results = Suite.run(new CommandLineOptions(SHORTEST));
        assertThat(results).hasSizeGreaterThan(10)
                .allSatisfy(result -> assertThat(result.getPrimaryResult().getScore()).isPositive());
        String table = ResultTable.of(results);
        assertThat(table.lines()).hasSize(results.size() + 2);
        assertThat(table.lines().filter(line -> line.contains("TokenBucketBenchmark.xpand ")))
                .singleElement().asString().containsPattern("guava \\d+\\.\\d\\d, bucket4j \\d+\\.\\d\\d");
    }
}
