package org.xpand.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.protocols.SHARED_LOOPBACK;
import org.jgroups.protocols.SHARED_LOOPBACK_PING;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.stack.Protocol;
import org.jgroups.util.MessageBatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Multicasts that are lost, without any agreement on what is stable that would find them. */
class RestingMulticastTest {
    private static final int INTERVAL_MILLIS = 50;
    private static final int LONG_BYTES = 100;

    private final List<JChannel> channels = new ArrayList<>();
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final Loss loss = new Loss();

    @AfterEach
    void close() {
        channels.forEach(JChannel::close);
    }

    private JChannel channel(Protocol below) throws Exception {
        JChannel channel = new JChannel(
                new SHARED_LOOPBACK().<SHARED_LOOPBACK>setBindAddress(InetAddress.getLoopbackAddress()), new SHARED_LOOPBACK_PING(), below,
                new RestingMulticast().useMcastXmit(false).setXmitInterval(INTERVAL_MILLIS), new RestingUnicast(),
                new GMS().setJoinTimeout(500).printLocalAddress(false));
        channels.add(channel);
        return channel;
    }

    private JChannel pair() throws Exception {
        JChannel sender = channel(new Protocol() { }).connect("resting");
        channel(loss).setReceiver(new Receiver() {
            @Override
            public void receive(Message message) {
                received.add(message.getObject());
            }
        }).connect("resting");
        await().atMost(Duration.ofSeconds(5)).until(() -> sender.getView().size() == 2);
        return sender;
    }

    private static int missing(JChannel channel) {
        RestingMulticast multicast = channel.getProtocolStack().findProtocol(RestingMulticast.class);
        return multicast.getXmitTableMissingMessages();
    }

    @Test
    void aLastMessageThatIsLostIsBroughtAgain() throws Exception {
        JChannel sender = pair();
        sender.send(null, "first");
        await().atMost(Duration.ofSeconds(5)).until(() -> received.contains("first"));
        // What is reported after a view is over.
        await().pollDelay(Duration.ofMillis(20L * INTERVAL_MILLIS)).atMost(Duration.ofSeconds(5)).until(() -> missing(channels.get(1)) == 0);
        loss.next.set(1);
        sender.send(null, "last");
        await().atMost(Duration.ofSeconds(2)).until(() -> received.contains("last"));
        assertThat(loss.next).hasValue(0);
        assertThat(received).containsExactly("first", "last");
    }

    @Test
    void aMemberThatGetsNothingLongDoesNotMakeOthersRepeatEverythingAtEachInterval() throws Exception {
        int messages = 400;
        JChannel sender = pair();
        sender.send(null, "first");
        await().atMost(Duration.ofSeconds(5)).until(() -> received.contains("first"));
        RestingMulticast repairs = sender.getProtocolStack().findProtocol(RestingMulticast.class);
        loss.allLong = true;
        for (int i = 0; i < messages; i++) {
            sender.send(null, "long message ".repeat(LONG_BYTES) + i);
        }
        sender.send(null, "last");
        // A slow machine has not requested so many within these intervals.
        await().pollDelay(Duration.ofMillis(20L * INTERVAL_MILLIS)).atMost(Duration.ofSeconds(10))
                .until(() -> missing(channels.get(1)) == messages && repairs.getXmitResponsesSent() >= messages / 2);
        assertThat(repairs.getXmitResponsesSent()).as("repairs of " + messages + " messages, requested for 20 intervals or more")
                .isLessThanOrEqualTo(2L * messages);
        loss.allLong = false;
        await().atMost(Duration.ofSeconds(5)).until(() -> received.size() == messages + 2);
        assertThat(received).endsWith("last");
    }

    /** Loses the next messages of the application that come as multicasts, or everything long, repairs too. */
    private static final class Loss extends Protocol {
        private final AtomicInteger next = new AtomicInteger();
        private volatile boolean allLong;

        private boolean loses(Message message) {
            if (allLong) {
                return message.getLength() > LONG_BYTES;
            }
            return message.getDest() == null && message.getLength() > 0 && next.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
        }

        @Override
        public Object up(Message message) {
            return loses(message) ? null : up_prot.up(message);
        }

        @Override
        public void up(MessageBatch batch) {
            batch.removeIf(this::loses, true);
            up_prot.up(batch);
        }
    }
}
