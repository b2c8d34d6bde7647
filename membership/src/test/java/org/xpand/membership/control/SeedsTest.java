package org.xpand.membership.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jgroups.PhysicalAddress;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.Endpoint;

/** Names of seeds have several addresses, which change. */
class SeedsTest {
    private final Map<String, List<String>> names = new HashMap<>();
    private final List<PhysicalAddress> hosts = new ArrayList<>();
    private int asked;

    private InetAddress[] answer(String host) throws UnknownHostException {
        asked++;
        List<String> addresses = names.get(host);
        if (addresses == null) {
            throw new UnknownHostException(host);
        }
        InetAddress[] answer = new InetAddress[addresses.size()];
        for (int i = 0; i < answer.length; i++) {
            answer[i] = InetAddress.getByName(addresses.get(i));
        }
        return answer;
    }

    private Seeds seeds(String bind, String... endpoints) throws UnknownHostException {
        return new Seeds(List.of(endpoints).stream().map(Endpoint::parse).toList(), InetAddress.getByName(bind), this::answer,
                hosts);
    }

    private List<String> hosts() {
        return hosts.stream().map(Object::toString).toList();
    }

    @Test
    void allAddressesOfTheBoundKindAreTaken() throws UnknownHostException {
        names.put("boston", List.of("192.0.2.1", "2001:db8::1", "192.0.2.2"));
        seeds("127.0.0.1", "boston:7800").resolve();
        assertThat(hosts()).containsExactly("192.0.2.1:7800", "192.0.2.2:7800");
        hosts.clear();
        seeds("::1", "boston:7800").resolve();
        assertThat(hosts).hasSize(1);
    }

    @Test
    void aNameIsFollowedAndItsSilenceChangesNothing() throws UnknownHostException {
        names.put("boston", List.of("192.0.2.1", "192.0.2.9"));
        names.put("tokyo", List.of("192.0.2.9"));
        Seeds seeds = seeds("127.0.0.1", "boston:1", "tokyo:1");
        seeds.resolve();
        names.put("boston", List.of("192.0.2.3"));
        seeds.resolve();
        assertThat(hosts()).as("192.0.2.9 is tokyo's too").containsExactlyInAnyOrder("192.0.2.9:1", "192.0.2.3:1");
        names.clear();
        seeds.resolve();
        assertThat(hosts).hasSize(2);
        assertThat(seeds.unresolved()).isEmpty();
    }

    @Test
    void aNameWithoutAddressIsUnresolvedUntilItHasOne() throws UnknownHostException {
        Seeds seeds = seeds("127.0.0.1", "boston:7800");
        seeds.resolve();
        assertThat(seeds.unresolved()).containsExactly(Endpoint.parse("boston:7800"));
        names.put("boston", List.of("192.0.2.1"));
        seeds.resolve();
        assertThat(seeds.unresolved()).isEmpty();
        assertThat(seeds.mayChange()).isTrue();
    }

    @Test
    void whatWasThereBeforeStays() throws UnknownHostException {
        names.put("boston", List.of("192.0.2.1"));
        hosts.add(new IpAddress(InetAddress.getByName("192.0.2.1"), 7800));
        Seeds seeds = seeds("127.0.0.1", "boston:7800");
        seeds.resolve();
        names.put("boston", List.of("192.0.2.2"));
        seeds.resolve();
        assertThat(hosts()).containsExactly("192.0.2.1:7800", "192.0.2.2:7800");
    }

    @Test
    void anAddressIsRequestedOnce() throws UnknownHostException {
        names.put("192.0.2.1", List.of("192.0.2.1"));
        Seeds seeds = seeds("127.0.0.1", "192.0.2.1:7800");
        seeds.resolve();
        seeds.resolve();
        assertThat(asked).isEqualTo(1);
        assertThat(seeds.mayChange()).isFalse();
    }
}
