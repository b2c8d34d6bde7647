package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ProcessId;

/** A process of the site with another major version is reported once, in one line. */
class ForeignVersionTest {
    private static final byte[] FOREIGN = {4, 1};

    @Test
    void anotherProtocolVersionIsReportedOnce() {
        MemorySites sites = new MemorySites();
        MemorySites.Process process = sites.add(1, 1, new Trouble("", null));
        MemorySites.Process other = sites.add(1, 2, new Trouble("", null));
        sites.run(MemorySites.STEP_NANOS);
        process.events.clear();
        for (int i = 0; i < 3; i++) {
            process.process().onLan(new ProcessId(other.id()), FOREIGN, sites.now());
        }
        assertThat(process.events).hasSize(1);
        assertThat(process.events.get(0)).contains("process 'p2'").contains("version 4").contains("version 3");
        assertThat(process.process().lanMalformed()).isEqualTo(3);
        process.process().onLan(new ProcessId(77), FOREIGN, sites.now());
        assertThat(process.events).as("of somebody who is not there").hasSize(1);
    }
}
