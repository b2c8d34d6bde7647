package org.xpand.core;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.protocols.segment.MessageHeader;

/**
 * The requests of one membership: its own that wait for an answer, and those of others to be answered. Both are sent as messages to
 * one member. {@link #request} may be called by any thread, the rest on the loop or on the listener's thread as documented.
 */
final class Requests {
    /** Maximum number of requests of a membership that wait for answers. */
    static final int MAX_PENDING = 1024;

    private static final Logger LOG = LoggerFactory.getLogger(Requests.class);
    private static final int MAX_REASON = 1024;
    private static final int MOST_RENAMED = 1024;
    /** When a site has been out of the view for so long, its members are treated as left. */
    private static final Duration SITE_AWAY = Duration.ofSeconds(10);

    private final String group;
    private final Carrier carrier;
    private final Map<Long, Pending> pending = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    private final ReceivedRequests received = new ReceivedRequests();
    /** Sites that were in the view shortly before: perhaps their delegates are being replaced. */
    private final Set<String> away = ConcurrentHashMap.newKeySet();
    private Set<String> sites = Set.of();
    /** The present identities of members that had others before. */
    private final Map<SenderId, SenderId> identities = new ConcurrentHashMap<>();
    /** Whether this member has had another identity. */
    private volatile boolean isRenamed;
    private volatile RequestHandler handler;

    /** Sends messages to members, and runs actions later. */
    interface Carrier {
        /** Sends a message without waiting. */
        void send(int kind, SenderId to, long exchange, byte[] payload);

        /** Like {@link #send(int, SenderId, long, byte[])}; fails the future if the message is not accepted. */
        void send(int kind, SenderId to, long exchange, byte[] payload, CompletableFuture<?> orFail);

        /** Whether too many messages wait to be sent to answer requests of others. */
        boolean isCrowded();

        /** Runs an action on the loop after a delay; returns what cancels that. */
        Runnable later(Duration delay, Runnable what);

        /** Runs a task on the listener's thread. */
        void aside(Runnable task);

        /** Returns an id for a new exchange. */
        long newId();

        /** Creates a future that is completed on the listener's thread. */
        <T> CompletableFuture<T> newFuture();

        /** Returns the current view. */
        GroupView view();

        GroupView.Member member(SenderId sender);
    }

    /** A request that waits for its answer; {@code site} is set if any member of that site may answer it; nobody is asked yet while it is away. */
    private static final class Pending {
        private final long id;
        private final String site;
        private final byte[] payload;
        private final CompletableFuture<byte[]> answer;
        private volatile SenderId asked;

        Pending(long id, SenderId asked, String site, byte[] payload, CompletableFuture<byte[]> answer) {
            this.answer = answer;
            this.id = id;
            this.asked = asked;
            this.site = site;
            this.payload = payload;
        }
    }

    Requests(String group, Carrier carrier) {
        this.group = group;
        this.carrier = carrier;
    }

    /** Returns a receiver, which may not be null. */
    static SenderId member(SenderId member) {
        return Accepted.present("member", member, "the id of a member, as in a view");
    }

    /** Returns a message, which may not be null. */
    static byte[] payload(byte[] payload) {
        return Accepted.present("payload", payload, "0 bytes to maxMessage");
    }

    void handler(RequestHandler newHandler) {
        handler = Accepted.present("handler", newHandler, "a RequestHandler");
    }

    /** Sends a request to one member. */
    CompletableFuture<byte[]> request(SenderId member, byte[] payload, Duration timeout) {
        SenderId now = identities.getOrDefault(member(member), member);
        GroupView view = carrier.view();
        return ask(hasLeft(now, view) ? null : now, null, "member " + member, payload(payload), timeout);
    }

    /** Sends a request to a member of a site; if that one leaves, to another one. */
    CompletableFuture<byte[]> request(String site, byte[] payload, Duration timeout) {
        Accepted.present("site", site, "the name of a site");
        return ask(anyOf(site), site, "site " + site, payload(payload).clone(), timeout);
    }

    /** A member has another identity now, and receives only what is sent to that one; on the listener's thread. */
    void renamed(SenderId former, SenderId now) {
        if (identities.size() < MOST_RENAMED) {
            identities.replaceAll((before, its) -> its.equals(former) ? now : its);
            identities.put(former, now);
        }
        received.renamed(former, now).forEach(this::send);
        for (Pending request : pending.values()) {
            if (former.equals(request.asked)) {
                ask(request, now);
            }
        }
    }

    /** This member has another identity now. */
    void renamedSelf() {
        isRenamed = true;
    }

    private void ask(Pending request, SenderId member) {
        if (!request.answer.isDone()) {
            request.asked = member;
            carrier.send(MessageHeader.REQUEST, member, request.id, request.payload, request.answer);
        }
    }

    /** The member of the site with the fewest unanswered requests. */
    private SenderId anyOf(String site) {
        SenderId best = null;
        long least = Long.MAX_VALUE;
        for (GroupView.Member member : carrier.view().members()) {
            if (member.site().equals(site)) {
                long waiting = pending.values().stream().filter(each -> member.id().equals(each.asked)).count();
                if (waiting < least) {
                    best = member.id();
                    least = waiting;
                }
            }
        }
        return best;
    }

    private CompletableFuture<byte[]> ask(SenderId member, String site, String whom, byte[] payload, Duration timeout) {
        Duration within = Duration.ofNanos(Durations.positive("timeout", timeout));
        if (member == null && (site == null || !away.contains(site))) {
            return CompletableFuture.failedFuture(noAnswer(whom + " is not in the group"));
        }
        if (count.incrementAndGet() > MAX_PENDING) {
            count.decrementAndGet();
            return CompletableFuture.failedFuture(new TooManyWaitingException(group,
                    MAX_PENDING + " requests wait for their answers already"));
        }
        Pending request = new Pending(carrier.newId(), member, site, payload, carrier.newFuture());
        pending.put(request.id, request);
        request.answer.whenComplete((answer, failure) -> {
            pending.remove(request.id);
            count.decrementAndGet();
        });
        if (member == null) {
            carrier.later(SITE_AWAY, () -> {
                if (request.asked == null) {
                    fail(request, whom + " is not in the group");
                }
            });
        } else {
            carrier.send(MessageHeader.REQUEST, member, request.id, payload, request.answer);
        }
        look(request, carrier.view());
        Runnable cancel = carrier.later(within, () -> fail(request, whom + " has not answered within " + within.toMillis() + " ms"));
        // Otherwise the timer would keep the message until then.
        request.answer.whenComplete((answer, failure) -> cancel.run());
        return request.answer;
    }

    private void fail(Pending request, String why) {
        if (!request.answer.isDone()) {
            carrier.aside(() -> request.answer.completeExceptionally(noAnswer(why)));
        }
    }

    private NoAnswerException noAnswer(String why) {
        return new NoAnswerException(group, "group " + group + ": " + why);
    }

    /** The view has changed; on the loop. */
    void view(GroupView view) {
        Set<String> before = sites;
        sites = view.sites().stream().map(GroupView.Site::name).collect(Collectors.toSet());
        away.removeAll(sites);
        before.stream().filter(site -> !sites.contains(site)).forEach(site -> {
            away.add(site);
            carrier.later(SITE_AWAY, () -> away.remove(site));
        });
        pending.values().forEach(request -> look(request, view));
    }

    private void look(Pending request, GroupView view) {
        SenderId asked = request.asked;
        if (asked == null) {
            SenderId any = anyOf(request.site);
            if (any != null) {
                ask(request, any);
            }
            return;
        }
        if (isThere(asked, view)) {
            return;
        }
        if (hasSite(asked, view)) {
            left(request);
            return;
        }
        // While a site changes its delegate, none of its members is in the view.
        carrier.later(SITE_AWAY, () -> {
            if (asked.equals(request.asked) && !isThere(asked, carrier.view())) {
                left(request);
            }
        });
    }

    /** Whether a member has left the group. While a site changes its delegate, none of its members is in the view. */
    static boolean hasLeft(SenderId member, GroupView view) {
        return !isThere(member, view) && hasSite(member, view);
    }

    private static boolean hasSite(SenderId member, GroupView view) {
        return view.members().stream().anyMatch(each -> each.id().site().equals(member.site()));
    }

    private static boolean isThere(SenderId member, GroupView view) {
        return view.members().stream().anyMatch(each -> each.id().equals(member));
    }

    private void left(Pending request) {
        SenderId another = request.site == null ? null : anyOf(request.site);
        if (another == null) {
            fail(request, "member " + request.asked + " has left without an answer");
        } else {
            ask(request, another);
        }
    }

    /** Handles a reply or a refusal; on the listener's thread. */
    void answered(SenderId from, WholeMessage message) {
        Pending request = pending.get(message.exchange());
        if (request == null || !from.equals(request.asked)) {
            return;
        }
        if (message.kind() == MessageHeader.REPLY) {
            request.answer.complete(message.payload());
        } else {
            request.answer.completeExceptionally(noAnswer("member " + carrier.member(from).label() + ": "
                    + reason(message.payload())));
        }
    }

    /** Decodes the other member's text, made harmless for display. */
    private static String reason(byte[] text) {
        String said = new String(text, 0, Math.min(text.length, MAX_REASON), StandardCharsets.UTF_8);
        return said.replaceAll("\\p{Cntrl}", " ");
    }

    /** Handles a request; on the listener's thread. It is dropped if too many answers wait to be sent. */
    void asked(Message request, long id) {
        if (carrier.isCrowded()) {
            return;
        }
        if (!received.add(id, request.sender())) {
            if (isRenamed) {
                // The asker perhaps does not know from whom the answer was.
                received.answer(id).ifPresent(this::send);
            }
            return;
        }
        RequestHandler current = handler;
        if (current == null) {
            refuse(request, id, "takes no requests");
            return;
        }
        try {
            CompletionStage<byte[]> reply = current.answer(request);
            if (reply == null) {
                refuseFault(request, id, "the handler returned no future");
                return;
            }
            reply.whenComplete((bytes, failure) -> answer(request, id, bytes, failure));
        } catch (Exception | Error e) {
            LOG.warn("group {}: a request was not answered", group, e);
            refuse(request, id, e.toString());
        }
    }

    private void answer(Message request, long id, byte[] bytes, Throwable failure) {
        try {
            if (failure != null) {
                refuse(request, id, failure.toString());
            } else if (bytes == null) {
                refuseFault(request, id, "the handler's future was completed with null, not with a reply");
            } else {
                send(request, id, MessageHeader.REPLY, bytes);
            }
        } catch (RuntimeException e) {
            LOG.warn("group {}: a reply was not sent", group, e);
            refuse(request, id, e.toString());
        }
    }

    /** Refuses because of a fault of the handler, which its own side should know of too. */
    private void refuseFault(Message request, long id, String fault) {
        LOG.warn("group {}: a request was not answered: {}", group, fault);
        refuse(request, id, fault);
    }

    private void refuse(Message request, long id, String reason) {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        send(request, id, MessageHeader.REFUSAL, Arrays.copyOf(text, Math.min(text.length, MAX_REASON)));
    }

    private void send(Message request, long id, int kind, byte[] payload) {
        send(received.answered(id, request.sender(), kind, payload));
    }

    private void send(ReceivedRequests.Answer answer) {
        carrier.send(answer.kind(), answer.asker(), answer.id(), answer.payload());
    }

    /** Fails all requests that wait. */
    void ended(String why) {
        for (Pending request : pending.values()) {
            request.answer.completeExceptionally(new GroupClosedException(group, "group " + group
                    + ": the request is not answered, " + why));
        }
    }
}
