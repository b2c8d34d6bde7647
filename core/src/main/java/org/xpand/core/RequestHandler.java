package org.xpand.core;

import java.util.concurrent.CompletionStage;

/** Answers requests of other members. */
@FunctionalInterface
public interface RequestHandler {
    /**
     * One request. Called like the group's listener, in the requester's order of messages and requests, one call at a time;
     * what takes long is to be done elsewhere and completed later.
     *
     * @param request what was asked, and by whom
     * @return the reply, at most {@code maxMessage} bytes; what it fails with is told to the requester, with its message
     * @throws Exception told to the requester in the same way
     */
    CompletionStage<byte[]> answer(Message request) throws Exception;
}
