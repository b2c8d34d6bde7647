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
     * @return the reply, 0 bytes to {@code maxMessage}; may be completed by any thread. If it fails, or is too long, the requester's future fails
     *         with a {@link NoAnswerException} that has the failure's text, up to 1024 bytes of it. Likewise if this is null or the reply is null:
     *         the requester is told so, and it is logged here; a reply of 0 bytes is an empty array
     * @throws Exception reported to the requester in the same way
     */
    CompletionStage<byte[]> answer(Message request) throws Exception;
}
