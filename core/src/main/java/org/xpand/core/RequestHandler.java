package org.xpand.core;

import java.util.concurrent.CompletionStage;

/** Answers requests of other members. */
@FunctionalInterface
public interface RequestHandler {
    /**
     * Answers one request. Called like the group's listener, in order with the requester's messages and requests, one call at a
     * time; long work should be done on another thread and completed later.
     *
     * @param request the request, with its sender
     * @return the reply, at most {@code maxMessage} bytes; if it fails, the requester gets the failure's message
     * @throws Exception reported to the requester in the same way
     */
    CompletionStage<byte[]> answer(Message request) throws Exception;
}
