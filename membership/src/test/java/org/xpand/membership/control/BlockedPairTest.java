package org.xpand.membership.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.xpand.membership.control.Sites.site;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.xpand.protocols.api.Endpoint;

/** Two delegates that cannot reach each other, as behind a firewall, while both reach others. Most of the time is waiting. */
@Execution(ExecutionMode.CONCURRENT)
class BlockedPairTest {
    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final int BEHIND = 17870;
    private static final ControlConfig.Timings QUICK = new ControlConfig.Timings(Duration.ofMillis(500), Duration.ofMillis(800),
            Duration.ofMillis(500), Duration.ofSeconds(3), Duration.ofMillis(500), Duration.ofMillis(600));

    private final List<TcpRelay> relays = new ArrayList<>();
    private final List<TestDelegate> open = new ArrayList<>();

    private static String host(int number) {
        return "127.0.0." + (10 + number);
    }

    private Endpoint advertised(int number) {
        return new Endpoint("127.0.0.1", relays.get(number - 1).port());
    }

    @BeforeEach
    void openRelays() throws IOException {
        for (int i = 1; i <= 3; i++) {
            relays.add(TcpRelay.to(host(i), BEHIND));
        }
    }

    @AfterEach
    void closeAll() {
        open.forEach(TestDelegate::close);
        relays.forEach(TcpRelay::close);
    }

    private TestDelegate start(int number) {
        TestDelegate delegate = new TestDelegate(new ControlConfig("s" + number, number, new Endpoint(host(number), BEHIND),
                Optional.of(advertised(number)), List.of(advertised(1), advertised(2), advertised(3)), QUICK));
        open.add(delegate);
        delegate.announce(site(number));
        delegate.channel.start();
        return delegate;
    }

    private void block(int one, int other, boolean now) {
        relays.get(one - 1).refuse(host(other), now);
        relays.get(other - 1).refuse(host(one), now);
    }

    private void awaitAgreement() {
        await().atMost(BOUND).untilAsserted(() -> assertThat(open).allSatisfy(delegate -> {
            assertThat(delegate.sees(1L, 2L, 3L)).isTrue();
            assertThat(delegate.directory.snapshots()).isNotEmpty();
            assertThat(delegate.directory.snapshots().get(0)).isEqualTo(open.get(0).directory.snapshots().get(0));
        }));
    }

    @Test
    void theyMeetThroughAThirdThatStartsFirst() {
        block(1, 2, true);
        start(3);
        start(1);
        start(2);
        awaitAgreement();
    }

    @Test
    void theyMeetThoughTheFirstIsOneOfThem() {
        block(1, 2, true);
        start(1);
        start(3);
        start(2);
        awaitAgreement();
    }

    @Test
    void theyMeetThoughTheThirdStartsLast() {
        block(1, 2, true);
        start(1);
        start(2);
        start(3);
        awaitAgreement();
    }

    @Test
    void aPathThatFailsLaterSeparatesNobodyForLong() {
        start(1);
        start(2);
        start(3);
        awaitAgreement();
        block(1, 2, true);
        awaitAgreement();
        // Longer than the silence after which a member is suspected: it stays so.
        await().during(QUICK.silence().multipliedBy(2)).atMost(BOUND.multipliedBy(2)).untilAsserted(() ->
                assertThat(open).allSatisfy(delegate -> assertThat(delegate.sees(1L, 2L, 3L)).isTrue()));
        block(1, 2, false);
        awaitAgreement();
    }
}
