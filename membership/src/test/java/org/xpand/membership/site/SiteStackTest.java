package org.xpand.membership.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.protocols.FlowControl;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.junit.jupiter.api.Test;
import org.xpand.membership.api.LanTransport;
import org.xpand.membership.jgroups.GuardedUdp;
import org.xpand.membership.jgroups.ProcessAddress;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.site.ProcessRole;

/** Within a site nothing waits for a repair: what protocols report to each other passes the guard, and what is in flight has room. */
class SiteStackTest {
    private static final int MEMBERS = 3;
    private static final int MESSAGES = 1500;
    private static final int LENGTH = 16_000;

    @Test
    void whatIsInFlightFitsIntoTheSocketsThatTheSystemGrants() {
        assertThat(SiteStack.credits(5_000_000)).isEqualTo(2_000_000);
        assertThat(SiteStack.credits(1_000_000)).isEqualTo(1_000_000);
        assertThat(SiteStack.credits(212_992)).isEqualTo(212_992);
        assertThat(SiteStack.credits(0)).isEqualTo(180_000);
    }

    @Test
    void whoHasNoCreditsAsksForThemAfterHalfASecondAtMost() {
        for (LanTransport lan : List.of(new LanTransport.Local(), LanTransport.Udp.forSite("stack"))) {
            List<FlowControl> controls = SiteStack.protocols(new SiteConfig("stack", "p", new ProcessId(1), ProcessRole.REGULAR, lan)).stream()
                    .filter(FlowControl.class::isInstance).map(FlowControl.class::cast).toList();
            assertThat(controls).hasSize(2).allSatisfy(each -> assertThat(each.getMaxBlockTime()).isBetween(1L, 500L));
        }
    }

    @Test
    void muchTrafficNeedsNoRepairAndIsNotKept() throws Exception {
        LanTransport.Udp site = LanTransport.Udp.forSite("stack");
        LanTransport.Udp loopback = new LanTransport.Udp("127.0.0.1", site.group(), site.port());
        List<JChannel> channels = new ArrayList<>();
        AtomicLong bytes = new AtomicLong();
        try {
            for (int i = 1; i <= MEMBERS; i++) {
                ProcessAddress address = new ProcessAddress(i, ProcessRole.REGULAR.code(), "p" + i);
                SiteConfig config = new SiteConfig("stack", "p" + i, new ProcessId(i), ProcessRole.REGULAR, loopback);
                JChannel channel = new JChannel(SiteStack.protocols(config));
                channels.add(channel);
                channel.addAddressGenerator(() -> address.toAddress(address.incarnation()));
                channel.setReceiver(new Receiver() {
                    @Override
                    public void receive(Message message) {
                        bytes.addAndGet(message.getLength());
                    }
                });
                channel.connect("stack");
            }
            await().atMost(Duration.ofSeconds(10)).until(() -> channels.get(0).getView().size() == MEMBERS);
            for (int i = 0; i < MESSAGES; i++) {
                channels.get(0).send(new BytesMessage(null, new byte[LENGTH], 0, LENGTH).setFlag(Message.TransientFlag.DONT_LOOPBACK));
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> bytes.get() == (MEMBERS - 1L) * MESSAGES * LENGTH);
            for (JChannel channel : channels) {
                assertThat(((GuardedUdp) channel.getProtocolStack().getTransport()).refusedFrames()).isZero();
            }
            NAKACK2 sent = channels.get(0).getProtocolStack().findProtocol(NAKACK2.class);
            await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(sent.getSizeOfAllMessages())
                    .isLessThan((long) MESSAGES * LENGTH / 2));
        } finally {
            channels.forEach(JChannel::close);
        }
    }
}
