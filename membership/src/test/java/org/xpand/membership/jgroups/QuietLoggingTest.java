package org.xpand.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jgroups.logging.Log;
import org.jgroups.logging.LogFactory;
import org.junit.jupiter.api.Test;

class QuietLoggingTest {
    @Test
    void onlyWhatIsBuiltInsideIsQuiet() throws Exception {
        Log inside = QuietLogging.during(() -> LogFactory.getLog(String.class));
        Log outside = LogFactory.getLog(String.class);
        assertThat(inside).isInstanceOf(DemotedLog.class);
        assertThat(inside.isErrorEnabled()).isFalse();
        assertThat(outside).isNotInstanceOf(DemotedLog.class);
        assertThat(outside.isErrorEnabled()).isTrue();
    }

    @Test
    void aBuildThatFailsLeavesNothingBehind() {
        assertThatThrownBy(() -> QuietLogging.during(() -> {
            throw new IllegalStateException("no");
        })).isInstanceOf(IllegalStateException.class);
        assertThat(LogFactory.getCustomLogFactory()).isNull();
    }
}
