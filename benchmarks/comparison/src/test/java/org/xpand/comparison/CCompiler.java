package org.xpand.comparison;

import java.io.IOException;
import org.xpand.comparison.peer.LimitProgram;

/** Whether this machine can compile the C programs. */
final class CCompiler {
    private CCompiler() {
    }

    static boolean isHere() throws InterruptedException {
        try {
            LimitProgram.compiled();
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
