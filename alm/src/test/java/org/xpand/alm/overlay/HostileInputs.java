package org.xpand.alm.overlay;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.control.Admission;
import org.xpand.protocols.control.Conflict;
import org.xpand.protocols.control.ControlCodec;
import org.xpand.protocols.control.ControlMessage;
import org.xpand.protocols.control.ControlOutput;
import org.xpand.protocols.control.ControlReceiver;
import org.xpand.protocols.control.ControlState;
import org.xpand.protocols.control.Policy;
import org.xpand.protocols.control.SnapshotPublisher;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.LinkCosts;
import org.xpand.protocols.directory.MemberInfo;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.keys.Authority;
import org.xpand.protocols.keys.KeyBundle;
import org.xpand.protocols.keys.KeyRing;
import org.xpand.protocols.keys.SharedKey;
import org.xpand.protocols.seal.ConnectionSeal;
import org.xpand.protocols.seal.DatagramSeal;
import org.xpand.protocols.seal.Introduction;
import org.xpand.protocols.seal.LinkKeys;
import org.xpand.protocols.seal.PacketProofs;
import org.xpand.protocols.seal.SealedFrames;
import org.xpand.protocols.seal.SignedMessages;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.wire.WireWriter;

/**
 * Passes almost valid inputs to everything that reads what others have sent: datagrams of every strategy, messages among delegates,
 * signed messages, seals, proofs, the start of a connection and its records, key files and policies. Only exceptions that mean a refusal
 * may be thrown. For a long run use {@code java ... org.xpand.alm.overlay.HostileInputs INPUTS SEED [KIND...]}.
 */
final class HostileInputs {
    private static final int FRESH_AFTER = 200_000;
    private static final int PER_MILLISECOND = 50;
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
    private static final long[] EDGES = {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, Integer.MAX_VALUE, 1L << 32, 1L << 48, 0x7ff0000000000000L,
        0x7ff8000000000000L, 255, 65_535};

    private final SplittableRandom random;
    private final Map<String, List<byte[]>> corpus = new LinkedHashMap<>();
    private final Map<String, Target> targets = new LinkedHashMap<>();
    private final List<Target> turns = new ArrayList<>();

    /** Reads inputs of one kind. */
    @FunctionalInterface
    private interface Target {
        void take(byte[] input, long number);
    }

    /** A datagram in two parts. */
    private static List<byte[]> inParts(byte[] datagram) {
        List<byte[]> parts = new ArrayList<>();
        int half = (datagram.length + 1) / 2;
        for (int part = 0; part < 2; part++) {
            byte[] content = Arrays.copyOfRange(datagram, part * half, Math.min(datagram.length, (part + 1) * half));
            WireWriter writer = new WireWriter(new byte[DatagramParts.HEADER_LENGTH + content.length]);
            writer.putByte(WireFormat.MAGIC).putByte(WireFormat.VERSION).putByte(PacketKind.PART.code()).putByte(0).putInt(1)
                    .putShort(datagram.length).putByte(part).putByte(2).putBytes(content, 0, content.length);
            parts.add(writer.buffer());
        }
        return parts;
    }

    HostileInputs(long seed) {
        random = new SplittableRandom(seed);
        for (String strategy : RateStrategies.names()) {
            add(strategy, 4, new Datagrams(strategy));
        }
        add("control", 6, new Control());
        add("files", 1, HostileInputs::readFile);
        seals();
        connections();
        kept();
    }

    private void add(String name, int weight, Target target) {
        corpus.computeIfAbsent(name, key -> new ArrayList<>());
        targets.put(name, (input, number) -> target.take(input, number));
        for (int i = 0; i < weight; i++) {
            turns.add(targets.get(name));
        }
    }

    /** Inputs that are kept because they once caused an error, or are of another kind than the rest. */
    private void kept() {
        try (InputStream in = HostileInputs.class.getResourceAsStream("/corpus/inputs.txt")) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    String[] words = line.split(" ");
                    corpus.get(words[0]).add(HexFormat.of().parseHex(words[1]));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs so many inputs; a failure names the input in hexadecimal digits. */
    void run(long inputs) {
        List<String> names = new ArrayList<>(targets.keySet());
        for (long i = 0; i < inputs; i++) {
            Target target = turns.get(random.nextInt(turns.size()));
            String name = names.stream().filter(each -> targets.get(each) == target).findFirst().orElseThrow();
            byte[] input = mutated(corpus.get(name));
            byte[] before = input.clone();
            try {
                target.take(input, i);
            } catch (RuntimeException | Error e) {
                throw new AssertionError("input " + i + ": " + name + " " + HexFormat.of().formatHex(before), e);
            }
        }
    }

    private byte[] mutated(List<byte[]> from) {
        byte[] input = from.get(random.nextInt(from.size())).clone();
        for (int changes = random.nextInt(4); changes > 0 && input.length > 0; changes--) {
            int at = random.nextInt(input.length);
            switch (random.nextInt(6)) {
                case 0 -> input[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> input[at] = (byte) random.nextInt();
                case 2 -> {
                    long edge = EDGES[random.nextInt(EDGES.length)] + random.nextInt(3) - 1;
                    int length = Math.min(1 << random.nextInt(4), input.length - at);
                    for (int i = 0; i < length; i++) {
                        input[at + i] = (byte) (edge >>> 8 * (length - 1 - i));
                    }
                }
                case 3 -> input = Arrays.copyOf(input, at);
                case 4 -> input = Arrays.copyOf(input, input.length + random.nextInt(40));
                default -> {
                    byte[] other = from.get(random.nextInt(from.size()));
                    int length = Math.min(other.length, input.length) - at;
                    if (length > 0) {
                        System.arraycopy(other, at, input, at, length);
                    }
                }
            }
        }
        return input;
    }

    /** Datagrams of one rate control at the site in the middle. */
    private final class Datagrams implements Target {
        private final String strategy;
        private ThreeInARow sites;

        private Datagrams(String strategy) {
            this.strategy = strategy;
            begin();
            corpus.put(strategy, sites.sent.stream().map(ThreeInARow.Datagram::bytes).limit(2000).toList());
            corpus.put(strategy, new ArrayList<>(corpus.get(strategy)));
            corpus.get(strategy).addAll(inParts(corpus.get(strategy).get(0)));
        }

        private void begin() {
            sites = new ThreeInARow(strategy, OverlayConfig.defaults(), ThreeInARow.Datagram::ecn);
            sites.offer(20, 900);
            sites.run(300 * ThreeInARow.MS);
        }

        @Override
        public void take(byte[] input, long number) {
            if (number % FRESH_AFTER == 0) {
                begin();
            }
            SiteId from = random.nextBoolean() ? ThreeInARow.FIRST : ThreeInARow.THIRD;
            sites.overlays.get(ThreeInARow.SECOND).receive(from, input, 0, input.length, sites.now);
            if (number % PER_MILLISECOND == 0) {
                sites.run(ThreeInARow.MS);
                sites.sent.clear();
            }
        }
    }

    /** Messages among delegates, admitted and not. */
    private final class Control implements Target, ControlOutput {
        private final Policy policy = Policy.parse("join board: a, b\nspeak a: b", "policy");
        private Admission admission;
        private ControlReceiver receiver;
        private ControlState state;
        private long now;

        private Control() {
            begin();
            List<byte[]> messages = corpus.computeIfAbsent("control", key -> new ArrayList<>());
            for (long id = 1; id <= 3; id++) {
                messages.add(ControlCodec.encode(new ControlMessage.Announcement(site(id), id)));
                messages.add(ControlCodec.encode(new ControlMessage.Predecessor(new SiteId(id), 1, id)));
                messages.add(ControlCodec.encode(new ControlMessage.Refusal(id, "its process is another one")));
                messages.add(ControlCodec.encode(new ControlMessage.Wanted(new SnapshotId(2, (int) id))));
            }
            messages.add(ControlCodec.encode(new ControlMessage.Publication(new OverlaySnapshot(new SnapshotId(2, 5),
                    LinkCosts.of(Map.of(new SiteId(1), Map.of(new SiteId(2), 5L))),
                    new TreeMap<>(Map.of(new GroupName("board").id(), new TreeSet<>(List.of(new SiteId(1), new SiteId(2)))))))));
        }

        private SiteInfo site(long id) {
            return new SiteInfo(new SiteId(id), "" + (char) ('a' + id - 1), id, new Endpoint("10.0.0." + id, 7000),
                    List.of(new GroupInfo(new GroupName("board"), "tfrc", List.of(new MemberInfo(new MemberId(id), "m")))),
                    new TreeMap<>(Map.of(new SiteId(id % 3 + 1), 1000L)), SnapshotId.NONE);
        }

        private void begin() {
            state = new ControlState(1, SnapshotPublisher.Config.DEFAULT, this);
            receiver = new ControlReceiver(state, text -> { });
            admission = new Admission(text -> { }, (from, why) -> { });
            receiver.view(List.of(2L, 1L, 3L), now);
            admission.view(List.of(2L, 1L, 3L));
            state.announce(site(1), now);
        }

        @Override
        public void take(byte[] input, long number) {
            if (number % FRESH_AFTER == 0) {
                begin();
            }
            now += 10_000;
            long from = 2 + random.nextInt(2);
            if (random.nextInt(4) == 0) {
                state.settle(now);
            }
            if (random.nextBoolean()) {
                receiver.message(from, "x", input, now);
            } else {
                admission.admit(from, Optional.of(random.nextBoolean() ? "a" : "b"), "p", policy, input)
                        .ifPresent(message -> receiver.message(from, "x", message, now));
            }
        }

        @Override
        public void multicast(ControlMessage message) {
            ControlCodec.encode(message);
        }

        @Override
        public void directory(Directory directory) {
            // Ignored.
        }

        @Override
        public void conflict(Conflict conflict) {
            // Ignored.
        }
    }

    private static void readFile(byte[] input, long number) {
        String text = new String(input, StandardCharsets.ISO_8859_1);
        try {
            KeyBundle.parse(text);
        } catch (IllegalArgumentException e) {
            // Refused.
        }
        try {
            Policy.parse(text, "policy");
        } catch (IllegalArgumentException e) {
            // Refused.
        }
    }

    private void seals() {
        SharedKey key = SharedKey.of(new byte[SharedKey.LENGTH]);
        KeyRing ring = new KeyRing(key);
        LinkKeys here = LinkKeys.create();
        LinkKeys there = LinkKeys.create();
        DatagramSeal sealing = there.agree(here.publicPart()).orElseThrow();
        DatagramSeal opening = here.agree(there.publicPart()).orElseThrow();
        byte[] target = new byte[10_000];
        add("seal", 3, (input, number) -> opening.open(input, 0, input.length, target));
        for (int i = 0; i < 50; i++) {
            byte[] sealed = new byte[100 + DatagramSeal.OVERHEAD];
            sealing.seal(target, 0, 100, sealed, 0);
            corpus.get("seal").add(sealed);
        }
        PacketProofs proofs = new PacketProofs(WireFormat.FLAGS_AT);
        add("proof", 2, (input, number) -> proofs.check(7, opening, input, 0, input.length));
        byte[] packet = new byte[300];
        proofs.begin(packet, 0, 280);
        corpus.get("proof").add(Arrays.copyOf(packet, PacketProofs.end(packet, 1, proofs.prove(7, sealing, packet, 280))));
        SplittableRandom salts = new SplittableRandom(1);
        SealedFrames sender = frames(ring, salts);
        SealedFrames receiver = frames(ring, salts);
        add("frame", 1, (input, number) -> receiver.open(input, 0, input.length));
        for (int i = 0; i < 50; i++) {
            corpus.get("frame").add(sender.seal(packet, 0, 100));
        }
        Authority authority = Authority.create("all", NOW, Duration.ofDays(9), salts);
        SignedMessages writer = new SignedMessages(ring, there, 2, true);
        SignedMessages reader = new SignedMessages(ring, here, 1, true);
        add("signed", 1, (input, number) -> {
            try {
                reader.read(2, input, number % 2 == 0 ? List.of() : List.of(authority.certificate()), serial -> false, NOW);
            } catch (SignedMessages.RefusedException e) {
                // Refused, as expected.
            }
        });
        corpus.get("signed").add(writer.write(Optional.empty(), packet));
        corpus.get("signed").add(writer.write(Optional.of(authority.issue("a", "p", NOW, Duration.ofDays(9), salts)), packet));
        KeyBundle bundle = new KeyBundle(List.of(key), Optional.of(authority.issue("a", "", NOW, Duration.ofDays(9), salts)),
                List.of(authority.certificate()), Optional.empty());
        corpus.get("files").add(bundle.text().getBytes(StandardCharsets.US_ASCII));
        corpus.get("files").add("join a: b, c\ndelegate a: *\nspeak b: a\nrevoke 12ab\n".getBytes(StandardCharsets.US_ASCII));
    }

    /** Inputs of strangers to a TCP port, and in the middle of a connection. */
    private void connections() {
        KeyRing ring = new KeyRing(SharedKey.of(new byte[SharedKey.LENGTH]));
        Introduction host = new Introduction(ring, "c");
        Introduction guest = new Introduction(ring, "c");
        byte[] offer = host.offer();
        Introduction.Answer answer = guest.answer(offer).orElseThrow();
        ConnectionSeal[] hosts = {host.accept(answer.bytes()).orElseThrow()};
        add("offer", 1, (input, number) -> guest.answer(input));
        add("answer", 1, (input, number) -> host.accept(input));
        corpus.get("offer").add(offer);
        corpus.get("answer").add(answer.bytes());
        add("record", 1, (input, number) -> hosts[0] = open(hosts[0], input, () -> host.accept(answer.bytes()).orElseThrow()));
        byte[] target = new byte[ConnectionSeal.MAX_LENGTH];
        for (int i = 0; i < 50; i++) {
            byte[] record = new byte[100 + ConnectionSeal.OVERHEAD];
            answer.seal().seal(target, 0, 100, record, 0);
            corpus.get("record").add(record);
        }
    }

    /** A record that cannot be opened ends a connection. */
    private static ConnectionSeal open(ConnectionSeal seal, byte[] record, Supplier<ConnectionSeal> next) {
        if (record.length < ConnectionSeal.HEAD_LENGTH) {
            return seal;
        }
        byte[] head = Arrays.copyOf(record, ConnectionSeal.HEAD_LENGTH);
        int following = ConnectionSeal.following(head);
        byte[] rest = Arrays.copyOfRange(record, head.length, head.length + Math.max(0, following));
        return following >= 0 && seal.open(head, rest, new byte[ConnectionSeal.MAX_LENGTH]) == ConnectionSeal.REFUSED ? next.get() : seal;
    }

    private static SealedFrames frames(KeyRing ring, SplittableRandom salts) {
        return new SealedFrames(ring, "c", () -> {
            byte[] salt = new byte[16];
            salts.nextBytes(salt);
            return salt;
        });
    }

    /** @param arguments number of inputs, a seed, and kinds; without kinds, all */
    public static void main(String[] arguments) {
        long inputs = Long.parseLong(arguments[0]);
        long seed = Long.parseLong(arguments[1]);
        HostileInputs hostile = new HostileInputs(seed);
        List<String> kinds = List.of(arguments).subList(2, arguments.length);
        if (!kinds.isEmpty()) {
            hostile.turns.removeIf(each -> kinds.stream().noneMatch(kind -> hostile.targets.get(kind) == each));
        }
        long piece = Math.max(1, inputs / 10);
        for (long done = 0; done < inputs; done += piece) {
            hostile.run(piece);
            System.out.println("seed " + seed + ": " + (done + piece) + " inputs");
        }
    }
}
