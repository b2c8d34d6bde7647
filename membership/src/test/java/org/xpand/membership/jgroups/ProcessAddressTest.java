package org.xpand.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import org.jgroups.Address;
import org.jgroups.util.ExtendedUUID;
import org.jgroups.util.UUID;
import org.jgroups.util.Util;
import org.junit.jupiter.api.Test;

class ProcessAddressTest {
    @Property(tries = 200)
    void whatAProcessSaysSurvivesTheWire(@ForAll long incarnation, @ForAll @CharRange(from = '!', to = '~') char tag,
                                         @ForAll long salt) throws Exception {
        long process = incarnation == 0 ? 1 : incarnation;
        ProcessAddress said = new ProcessAddress(process, tag, "tél-aviv/3");
        Address received = Util.objectFromByteBuffer(Util.objectToByteBuffer(said.toAddress(salt)));
        assertThat(ProcessAddress.of(received)).contains(said);
    }

    @Test
    void aForeignAddressSaysNothing() {
        assertThat(ProcessAddress.of(UUID.randomUUID())).isEmpty();
        assertThat(ProcessAddress.of(ExtendedUUID.randomUUID())).isEmpty();
        assertThat(ProcessAddress.of(null)).isEqualTo(Optional.empty());
        assertThat(ProcessAddress.of(new ExtendedUUID(1, 2).put(new byte[] {'x'}, new byte[] {'r'}))).isEmpty();
        assertThat(ProcessAddress.of(new ExtendedUUID(1, 2).put(new byte[] {'x'}, new byte[200]))).isEmpty();
        byte[] unprintable = {1, 'p'};
        assertThat(ProcessAddress.of(new ExtendedUUID(1, 2).put(new byte[] {'x'}, unprintable))).isEmpty();
    }
}
