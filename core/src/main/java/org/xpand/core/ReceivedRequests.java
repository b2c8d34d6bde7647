package org.xpand.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.xpand.protocols.api.SenderId;

/**
 * The last requests of others, and what was answered: none is handled twice, and an answer reaches its asker also if that one has got a new
 * identity meanwhile. Any thread.
 */
final class ReceivedRequests {
    /** So many requests are remembered. */
    private static final int MOST = 4096;
    /** So many bytes of answers are remembered. */
    private static final int MOST_BYTES = 1 << 20;

    private final LinkedHashMap<Long, Received> received = new LinkedHashMap<>();
    private long bytes;

    /** A request, and its answer. */
    private static final class Received {
        private SenderId asker;
        private Answer answer;
    }

    /**
     * An answer.
     *
     * @param id      the request's id
     * @param asker   who gets it
     * @param kind    the kind of message
     * @param payload its bytes
     */
    record Answer(long id, SenderId asker, int kind, byte[] payload) {
    }

    /** Records a request; returns false if it is known. */
    synchronized boolean add(long id, SenderId asker) {
        if (received.containsKey(id)) {
            return false;
        }
        Received request = new Received();
        request.asker = asker;
        received.put(id, request);
        if (received.size() > MOST) {
            Map.Entry<Long, Received> oldest = received.entrySet().iterator().next();
            forgetAnswer(oldest.getValue());
            received.remove(oldest.getKey());
        }
        return true;
    }

    /** Records an answer, and returns it for the identity that the asker has now; {@code asker} if the request is not remembered. */
    synchronized Answer answered(long id, SenderId asker, int kind, byte[] payload) {
        Received request = received.get(id);
        if (request == null) {
            return new Answer(id, asker, kind, payload);
        }
        Answer answer = new Answer(id, request.asker, kind, payload);
        if (request.answer == null && payload.length <= MOST_BYTES) {
            request.answer = answer;
            bytes += payload.length;
            received.values().stream().takeWhile(each -> bytes > MOST_BYTES).forEach(this::forgetAnswer);
        }
        return answer;
    }

    private void forgetAnswer(Received request) {
        if (request.answer != null) {
            bytes -= request.answer.payload.length;
            request.answer = null;
        }
    }

    /** The remembered answer to a request; empty if there is none. */
    synchronized Optional<Answer> answer(long id) {
        return Optional.ofNullable(received.get(id)).map(request -> request.answer);
    }

    /** An asker has got another identity; returns the remembered answers to it, for that one. */
    synchronized List<Answer> renamed(SenderId former, SenderId now) {
        List<Answer> answers = new ArrayList<>();
        received.values().forEach(each -> {
            if (each.asker.equals(former)) {
                each.asker = now;
                if (each.answer != null) {
                    each.answer = new Answer(each.answer.id, now, each.answer.kind, each.answer.payload);
                    answers.add(each.answer);
                }
            }
        });
        return answers;
    }
}
