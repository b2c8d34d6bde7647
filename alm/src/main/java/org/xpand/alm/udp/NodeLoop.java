package org.xpand.alm.udp;

import io.netty.channel.EventLoop;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.RejectedExecutionHandlers;
import java.util.concurrent.TimeUnit;

/**
 * The one thread that drives a node's stacks and its {@link DatagramLink}. It is a daemon thread: an application that
 * forgets to close its node can still end.
 */
public final class NodeLoop implements AutoCloseable {
    /**
     * Time for tasks before the sockets get their next turn. Netty's default is a second, in which a stream of tasks
     * makes every socket buffer overflow; it checks the time after every 64th task.
     */
    private static final int TASK_MILLIS = 1;
    private static final int CLOSE_SECONDS = 2;

    private final Transport transport;
    private final EventLoop eventLoop;

    private NodeLoop(String threadName, Transport transport, boolean busyPolling) {
        this.transport = transport;
        this.eventLoop = new SingleThreadIoEventLoop(null, new DefaultThreadFactory(threadName, true),
                transport.ioHandlers(busyPolling), Integer.MAX_VALUE, RejectedExecutionHandlers.reject(), TASK_MILLIS);
    }

    /**
     * Starts a loop on the best transport of this machine.
     *
     * @param threadName beginning of the name of its thread, for stack traces
     * @return the running loop; to be closed
     */
    public static NodeLoop start(String threadName) {
        return start(threadName, Transport.best(), false);
    }

    /**
     * Starts a loop on the best transport of this machine.
     *
     * @param threadName  beginning of the name of its thread, for stack traces
     * @param busyPolling whether it asks its sockets for datagrams all the time instead of sleeping until one comes; it then takes a whole
     *                    processor core
     * @return the running loop; to be closed
     */
    public static NodeLoop start(String threadName, boolean busyPolling) {
        return start(threadName, Transport.best(), busyPolling);
    }

    /**
     * Starts a loop on a given transport.
     *
     * @param threadName beginning of the name of its thread, for stack traces
     * @param transport  how the loop and its sockets use the system
     * @return the running loop; to be closed
     * @throws IllegalArgumentException if this machine does not have the transport
     */
    public static NodeLoop start(String threadName, Transport transport) {
        return start(threadName, transport, false);
    }

    /**
     * Starts a loop on a given transport.
     *
     * @param threadName  beginning of the name of its thread, for stack traces
     * @param transport   how the loop and its sockets use the system
     * @param busyPolling whether it asks its sockets for datagrams all the time instead of sleeping until one comes; it then takes a whole
     *                    processor core
     * @return the running loop; to be closed
     * @throws IllegalArgumentException if this machine does not have the transport
     */
    public static NodeLoop start(String threadName, Transport transport, boolean busyPolling) {
        if (!transport.available()) {
            throw new IllegalArgumentException("transport " + transport + ": not available here, accepted is "
                    + Transport.NIO);
        }
        return new NodeLoop(threadName, transport, busyPolling);
    }

    /**
     * {@return the loop, for tasks and timers} A task must never block. The loop does not bound the number of waiting tasks: a caller
     * that hands over work uses a bounded queue, with one task to drain it.
     */
    public EventLoop eventLoop() {
        return eventLoop;
    }

    /** {@return how the loop and its sockets use the system} */
    public Transport transport() {
        return transport;
    }

    /**
     * Stops the loop and its tasks; waits for its end, unless called on the loop. May be repeated.
     */
    @Override
    public void close() {
        var end = eventLoop.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
        if (!eventLoop.inEventLoop()) {
            end.awaitUninterruptibly(2 * CLOSE_SECONDS, TimeUnit.SECONDS);
        }
    }
}
