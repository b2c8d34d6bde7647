package org.xpand.examples.transfer;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.xpand.core.GroupView;
import org.xpand.core.Message;
import org.xpand.core.MessageListener;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;

/** The receivers' verdicts on the file that is being sent. Thread-safe. */
public final class Verdicts implements MessageListener {
    private final FileMessages messages = new FileMessages();
    private final Set<SenderId> good = ConcurrentHashMap.newKeySet();
    private final Set<SenderId> bad = ConcurrentHashMap.newKeySet();
    private final Semaphore changed = new Semaphore(0);
    private final AtomicInteger transfer = new AtomicInteger();
    private volatile MemberId self;

    /** Sets the sender's member, which verdicts name. */
    public void self(MemberId member) {
        self = member;
    }

    /** Starts another file; returns its number. */
    public int begin() {
        good.clear();
        bad.clear();
        return transfer.incrementAndGet();
    }

    @Override
    public void onMessage(Message message) {
        if (message.own()) {
            return;
        }
        if (messages.read(message.payload()).orElse(null) instanceof FileMessage.Verdict verdict
                && verdict.sender().equals(self) && verdict.transfer() == transfer.get()) {
            (verdict.verified() ? good : bad).add(message.sender());
            changed.release();
        }
    }

    /** Waits for the next verdict, or so long. */
    public void await(long millis) throws InterruptedException {
        changed.tryAcquire(millis, TimeUnit.MILLISECONDS);
    }

    /** Returns how many receivers have verified the file. */
    public int good() {
        return good.size();
    }

    /** Returns how many receivers have a copy that differs. */
    public int bad() {
        return bad.size();
    }

    /** Returns the names of the members without a verdict, except the sender. */
    public List<String> missing(GroupView view) {
        return view.sites().stream().flatMap(site -> site.members().stream()
                .filter(member -> !member.id().member().equals(self) && !good.contains(member.id()) && !bad.contains(member.id()))
                .map(member -> site.name() + "/" + member.name())).toList();
    }
}
