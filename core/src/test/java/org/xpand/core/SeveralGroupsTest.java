package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Groups are independent of each other, and the others see when a member leaves one. */
class SeveralGroupsTest {
    @Test
    void aMessageReachesItsOwnGroupOnly() throws Exception {
        try (RealSites sites = new RealSites()) {
            XpandNode first = sites.add(0, "first");
            XpandNode second = sites.add(1, "second");
            List<String> received = new CopyOnWriteArrayList<>();
            Group red = first.join("red", message -> { });
            Group blue = first.join("blue", message -> { });
            Group otherRed = second.join("red", message -> received.add("red " + text(message)));
            second.join("blue", message -> received.add("blue " + text(message)));
            await().atMost(Duration.ofSeconds(20)).until(() -> red.view().size() == 2 && blue.view().size() == 2);
            red.sendAsync(bytes("1")).get(20, TimeUnit.SECONDS);
            blue.sendAsync(bytes("2")).get(20, TimeUnit.SECONDS);
            await().atMost(Duration.ofSeconds(10)).untilAsserted(
                    () -> assertThat(received).containsExactlyInAnyOrder("red 1", "blue 2"));
            assertThat(otherRed.close(Duration.ofSeconds(5))).isZero();
            await().atMost(Duration.ofSeconds(10)).until(() -> red.view().size() == 1 && blue.view().size() == 2);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(Message message) {
        return new String(message.payload(), StandardCharsets.UTF_8);
    }
}
