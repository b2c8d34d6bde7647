package org.xpand.examples.wan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.simulator.WanProfile;

/** Two processes of one site and one of another. */
class EmulatedWanTest {
    private final List<DatagramSocket> sockets = new ArrayList<>();
    private EmulatedWan wan;

    @BeforeEach
    void start() throws Exception {
        List<EmulatedWan.Attachment> attachments = new ArrayList<>();
        int[] sites = {0, 0, 1};
        for (int i = 0; i < sites.length; i++) {
            DatagramSocket socket = new DatagramSocket(new InetSocketAddress(
                    InetAddress.getByAddress(new byte[] {127, 106, (byte) (i + 1), 1}), 0));
            socket.setSoTimeout(300);
            sockets.add(socket);
            attachments.add(new EmulatedWan.Attachment(sites[i], (InetSocketAddress) socket.getLocalSocketAddress()));
        }
        wan = new EmulatedWan(1, WanProfile.load("lan", 2), attachments);
        wan.start();
    }

    @AfterEach
    void close() throws Exception {
        wan.close();
        sockets.forEach(DatagramSocket::close);
    }

    private void send(int from, int to) throws Exception {
        sockets.get(from).send(new DatagramPacket(new byte[10], 10, wan.endpoint(to)));
    }

    private DatagramPacket receive(int at) throws Exception {
        DatagramPacket packet = new DatagramPacket(new byte[100], 100);
        sockets.get(at).receive(packet);
        return packet;
    }

    @Test
    void eachProcessOfASiteIsKnownByItsOwnEndpoint() throws Exception {
        for (int from = 0; from < 2; from++) {
            send(from, 2);
            assertThat(receive(2).getSocketAddress()).isEqualTo(wan.endpoint(from));
        }
        send(2, 1);
        assertThat(receive(1).getSocketAddress()).isEqualTo(wan.endpoint(2));
    }

    @Test
    void nothingIsCarriedWithinASite() throws Exception {
        send(0, 1);
        assertThatThrownBy(() -> receive(1)).isInstanceOf(SocketTimeoutException.class);
        send(2, 1);
        assertThat(receive(1).getSocketAddress()).isEqualTo(wan.endpoint(2));
    }

    @Test
    void lossesMayBeginWhileItRuns() throws Exception {
        send(0, 2);
        receive(2);
        wan.setLoss(1);
        send(0, 2);
        assertThatThrownBy(() -> receive(2)).isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void aPathMayBeCutInOneDirectionAndWhatIsSentIntoItIsCounted() throws Exception {
        wan.blockDatagrams(0, 1, true);
        send(0, 2);
        assertThatThrownBy(() -> receive(2)).isInstanceOf(SocketTimeoutException.class);
        assertThat(wan.blockedDatagrams(0, 1)).isEqualTo(1);
        send(2, 1);
        receive(1);
        wan.blockDatagrams(0, 1, false);
        send(0, 2);
        receive(2);
    }

    @Test
    void aHeldConnectionCarriesNothingUntilItIsReleased() throws Exception {
        InetSocketAddress from = (InetSocketAddress) sockets.get(0).getLocalSocketAddress();
        InetSocketAddress to = (InetSocketAddress) sockets.get(2).getLocalSocketAddress();
        try (ServerSocket server = new ServerSocket(to.getPort(), 5, to.getAddress());
                Socket client = new Socket(wan.endpoint(2).getAddress(), wan.endpoint(2).getPort(), from.getAddress(), 0);
                Socket accepted = server.accept()) {
            accepted.setSoTimeout(300);
            client.getOutputStream().write(1);
            assertThat(accepted.getInputStream().read()).isEqualTo(1);
            wan.holdControl(1, 0, true);
            client.getOutputStream().write(2);
            assertThatThrownBy(() -> accepted.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            send(0, 2);
            receive(2);
            wan.holdControl(0, 1, false);
            assertThat(accepted.getInputStream().read()).isEqualTo(2);
        }
    }
}
