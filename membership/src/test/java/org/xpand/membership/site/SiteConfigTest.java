package org.xpand.membership.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.site.ProcessRole;

class SiteConfigTest {
    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "-a", "sité"})
    void aSiteNameThatIsNotAllowedIsNamedWithWhatIs(String site) {
        assertThatIllegalArgumentException().isThrownBy(() -> new SiteConfig(site, "p", new ProcessId(1), ProcessRole.REGULAR,
                new LanTransport.Local())).withMessageStartingWith("site name '" + site + "': accepted are");
    }

    @Test
    void theProcessNeedsAnIncarnationAndAShortName() {
        assertThatIllegalArgumentException().isThrownBy(() -> new SiteConfig("s", "p", new ProcessId(0), ProcessRole.REGULAR,
                new LanTransport.Local())).withMessageContaining("incarnation 0");
        assertThatIllegalArgumentException().isThrownBy(() -> new SiteConfig("s", "x".repeat(65), new ProcessId(1),
                ProcessRole.REGULAR, new LanTransport.Local())).withMessageContaining("1 to 64 bytes");
    }

    @Test
    void sitesGetTheirOwnMulticastAddresses() {
        LanTransport.Udp boston = LanTransport.Udp.forSite("boston");
        assertThat(boston).isEqualTo(LanTransport.Udp.forSite("boston"));
        assertThat(boston.group()).isNotEqualTo(LanTransport.Udp.forSite("haifa").group());
        assertThat(boston.group().getAddress()[0]).isEqualTo((byte) 239);
    }

    @Test
    void aUnicastAddressIsNoMulticastGroup() throws UnknownHostException {
        InetAddress unicast = InetAddress.getByName("192.0.2.1");
        assertThatIllegalArgumentException().isThrownBy(() -> new LanTransport.Udp("0.0.0.0", unicast, 1000))
                .withMessageContaining("LAN multicast address '192.0.2.1'");
    }
}
