package org.xpand.testbed.slow;

import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What Xpand is compared with, as programs of their own: a sender that writes each message to a TCP connection of every site, and
 * one that publishes it at a NATS server. Both send at a steady rate as long as they may; receivers count as {@code xpand sink}
 * does: a JSON object each second.
 */
public final class Rival {
    private static final int PORT = 5300;
    private static final String SUBJECT = "g";
    private static final Duration AGAIN = Duration.ofMillis(100);

    private Rival() {
    }

    /**
     * Runs a program until it is killed.
     *
     * @param arguments {@code star-sink}; {@code star-load RATE SIZE ADDRESS...}; {@code nats-sink URL}; {@code nats-load RATE SIZE URL}
     */
    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "star-sink" -> starSink();
            case "star-load" -> starLoad(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]),
                    List.of(arguments).subList(3, arguments.length));
            case "nats-sink" -> natsSink(arguments[1]);
            case "nats-load" -> natsLoad(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]), arguments[3]);
            default -> throw new IllegalArgumentException("'" + arguments[0] + "': accepted are star-sink, star-load, nats-sink, nats-load");
        }
    }

    private static void starSink() throws IOException {
        try (ServerSocket server = new ServerSocket(PORT)) {
            System.out.println("listening");
            Received received = new Received();
            received.printEachSecond();
            try (Socket socket = server.accept(); DataInputStream in = new DataInputStream(socket.getInputStream())) {
                while (true) {
                    byte[] message = new byte[in.readInt()];
                    in.readFully(message);
                    received.take(message);
                }
            }
        }
    }

    private static void starLoad(int rate, int size, List<String> addresses) throws IOException, InterruptedException {
        List<OutputStream> sites = new ArrayList<>();
        for (String address : addresses) {
            Socket socket = new Socket(InetAddress.getByName(address), PORT);
            socket.setTcpNoDelay(true);
            sites.add(socket.getOutputStream());
        }
        send(rate, size, message -> {
            byte[] framed = ByteBuffer.allocate(Integer.BYTES + message.length).putInt(message.length).put(message).array();
            for (OutputStream site : sites) {
                site.write(framed);
            }
        });
    }

    private static void natsSink(String url) throws IOException, InterruptedException, TimeoutException {
        Connection connection = connect(url);
        Received received = new Received();
        received.printEachSecond();
        connection.createDispatcher(message -> received.take(message.getData())).subscribe(SUBJECT);
        connection.flush(Duration.ofSeconds(5));
        System.out.println("listening");
        Thread.currentThread().join();
    }

    private static void natsLoad(int rate, int size, String url) throws IOException, InterruptedException {
        Connection connection = connect(url);
        send(rate, size, message -> connection.publish(SUBJECT, message));
    }

    private static Connection connect(String url) throws IOException, InterruptedException {
        return Nats.connect(new Options.Builder().server(url).maxReconnects(-1).reconnectWait(AGAIN).build());
    }

    /** Sends a message. */
    private interface Sender {
        void send(byte[] message) throws IOException;
    }

    private static void send(int rate, int size, Sender sender) throws IOException, InterruptedException {
        System.out.println("{\"type\":\"sending\"}");
        long beganNanos = System.nanoTime();
        for (long number = 0; ; number++) {
            long dueNanos = beganNanos + TimeUnit.SECONDS.toNanos(number) / rate;
            long early = dueNanos - System.nanoTime();
            if (early > 0) {
                TimeUnit.NANOSECONDS.sleep(early);
            }
            sender.send(ByteBuffer.allocate(size).putLong(number).array());
        }
    }
}
