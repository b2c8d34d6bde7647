package org.xpand.membership.site;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.site.SiteView;

/** A member under test: its channel, and what was reported to it. */
final class Inboxed implements SiteListener, AutoCloseable {
    final List<SiteView> views = new CopyOnWriteArrayList<>();
    final List<String> messages = new CopyOnWriteArrayList<>();
    final SiteChannel channel;
    final long startNanos;

    Inboxed(SiteConfig config) {
        channel = new SiteChannel(config, this);
        long before = System.nanoTime();
        channel.start();
        startNanos = System.nanoTime() - before;
    }

    SiteView view() {
        return views.get(views.size() - 1);
    }

    void multicast(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        channel.multicast(bytes, 0, bytes.length);
    }

    boolean send(long process, String text) {
        byte[] bytes = ("__" + text).getBytes(StandardCharsets.UTF_8);
        return channel.send(new ProcessId(process), bytes, 2, bytes.length - 2);
    }

    List<String> from(long process) {
        String prefix = process + ":";
        return messages.stream().filter(message -> message.startsWith(prefix))
                .map(message -> message.substring(prefix.length())).toList();
    }

    @Override
    public void onView(SiteView view) {
        views.add(view);
    }

    @Override
    public void onMessage(ProcessId fromProcess, byte[] buffer, int offset, int length) {
        messages.add(fromProcess.value() + ":" + new String(buffer, offset, length, StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        channel.close();
    }
}
