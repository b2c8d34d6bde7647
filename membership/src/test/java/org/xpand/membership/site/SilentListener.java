package org.xpand.membership.site;

import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.site.SiteView;

/** Of a member that is to be notified of nothing. */
final class SilentListener implements SiteListener {
    @Override
    public void onView(SiteView view) {
        throw new AssertionError("no view is expected");
    }

    @Override
    public void onMessage(ProcessId fromProcess, byte[] buffer, int offset, int length) {
        throw new AssertionError("no message is expected");
    }
}
