package org.xpand.core;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.xpand.protocols.api.RateReason;

/**
 * Encodes an {@link Overview} for another process: a byte for the format, then deflated strings, numbers and counts, each record in
 * the order of its components; what was added later follows at the end, where older versions do not look. If it would be too long it
 * is reduced: first by what every delegate knows, then by groups, starting with those that nothing limits. Pure.
 */
final class OverviewCodec {
    private static final int FORM = 1;
    /** Limit of the inflated size, bytes. */
    private static final int MAX_INFLATED = 1 << 20;
    private static final int MAX_COUNT = 4096;

    private OverviewCodec() {
    }

    /**
     * Encodes an overview.
     *
     * @param inSite   whether to include what the delegates of other sites know anyway
     * @param maxBytes limit of the length
     * @return empty if it does not fit
     */
    static byte[] encode(Overview overview, boolean inSite, int maxBytes) {
        Overview reported = inSite ? overview : withoutCommon(overview);
        byte[] bytes = bytes(reported);
        if (bytes.length <= maxBytes) {
            return bytes;
        }
        reported = withoutCommon(overview);
        for (int left = reported.groups().size(); ; left = left * 3 / 4) {
            bytes = bytes(left == reported.groups().size() ? withoutPlaces(reported) : withoutPlaces(withGroups(reported, left)));
            if (bytes.length <= maxBytes) {
                return bytes;
            }
            if (left == 0) {
                return new byte[0];
            }
        }
    }

    private static Overview withoutCommon(Overview all) {
        return new Overview(all.site(), all.name(), all.delegate(), all.delegateName(), all.processes(), List.of(),
                all.links().stream().filter(link -> link.from().equals(all.site())).toList(), all.groups(), all.limits());
    }

    private static Overview withoutPlaces(Overview all) {
        return with(all, all.groups().stream().map(each -> new Overview.GroupState(each.name(), each.strategy(), List.of(), List.of(),
                each.direct(), each.source(), each.receivers(), each.sources(), each.senders(), each.localReceivers())).toList());
    }

    /** First limited groups, then those that send most. */
    private static Overview withGroups(Overview all, int most) {
        List<Overview.GroupState> groups = new ArrayList<>(all.groups());
        groups.sort((a, b) -> {
            int limited = Boolean.compare(isLimited(b), isLimited(a));
            return limited != 0 ? limited : Double.compare(sent(b), sent(a));
        });
        return with(all, groups.subList(0, Math.min(most, groups.size())));
    }

    private static boolean isLimited(Overview.GroupState group) {
        return group.source().flatMap(Overview.Source::limitingSite).isPresent()
                || group.localReceivers().stream().anyMatch(receiver -> !receiver.holdsUp().isZero());
    }

    private static double sent(Overview.GroupState group) {
        return group.source().map(Overview.Source::sentBitPerSecond).orElse(0.0);
    }

    private static Overview with(Overview all, List<Overview.GroupState> groups) {
        return new Overview(all.site(), all.name(), all.delegate(), all.delegateName(), all.processes(), all.sites(), all.links(),
                groups, all.limits());
    }

    private static byte[] bytes(Overview overview) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(FORM);
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try (DataOutputStream data = new DataOutputStream(new DeflaterOutputStream(bytes, deflater))) {
            new Out(data).overview(overview);
        } catch (IOException e) {
            throw new IllegalStateException("memory cannot be written", e);
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }

    /**
     * Decodes what {@link #encode} has written.
     *
     * @param site name of its delegate's site; an overview cannot speak for another site
     * @return empty for another format
     * @throws IllegalArgumentException if the bytes are malformed
     */
    static Optional<Overview> decode(String site, byte[] bytes) {
        if (bytes.length == 0 || bytes[0] != FORM) {
            return Optional.empty();
        }
        try (InflaterInputStream inflater = new InflaterInputStream(new ByteArrayInputStream(bytes, 1, bytes.length - 1))) {
            byte[] inflated = inflater.readNBytes(MAX_INFLATED + 1);
            if (inflated.length > MAX_INFLATED) {
                throw new IllegalArgumentException("a picture of more than " + MAX_INFLATED + " bytes");
            }
            return Optional.of(new In(new DataInputStream(new ByteArrayInputStream(inflated))).overview(site));
        } catch (IOException e) {
            throw new IllegalArgumentException("a picture of site " + site + " is not what it should be: " + Texts.reason(e), e);
        }
    }

    @FunctionalInterface
    private interface Writing<T> {
        void write(T value) throws IOException;
    }

    @FunctionalInterface
    private interface Reading<T> {
        T read() throws IOException;
    }

    private record Out(DataOutputStream data) {
        void overview(Overview all) throws IOException {
            data.writeUTF(all.name());
            optional(all.delegateName(), data::writeUTF);
            list(all.processes(), data::writeUTF);
            list(all.sites(), site -> {
                data.writeUTF(site.name());
                optional(site.endpoint(), data::writeUTF);
                data.writeInt(site.groups());
                data.writeInt(site.members());
            });
            list(all.links(), link -> {
                data.writeUTF(link.from());
                data.writeUTF(link.to());
                time(link.rtt());
            });
            list(all.groups(), this::group);
            list(all.limits(), limit -> {
                data.writeUTF(limit.group());
                data.writeUTF(limit.kind().name());
                data.writeUTF(limit.site());
                data.writeUTF(limit.member());
                data.writeUTF(limit.text());
            });
            list(all.groups(), this::addition);
        }

        private void addition(Overview.GroupState group) throws IOException {
            optional(group.source().flatMap(Overview.Source::reason), reason -> data.writeUTF(reason.name()));
            optional(group.source().flatMap(Overview.Source::staleSamples), data::writeLong);
            list(group.sources(), arrival -> optional(arrival.staleSamples(), data::writeLong));
        }

        private void group(Overview.GroupState group) throws IOException {
            data.writeUTF(group.name());
            data.writeUTF(group.strategy());
            list(group.members(), place -> {
                data.writeUTF(place.site());
                list(place.names(), data::writeUTF);
            });
            list(group.tree(), edge -> {
                data.writeUTF(edge.a());
                data.writeUTF(edge.b());
            });
            data.writeBoolean(group.direct());
            optional(group.source(), this::source);
            list(group.receivers(), receiver -> {
                data.writeUTF(receiver.site());
                time(receiver.rtt());
                optional(receiver.acceptableBitPerSecond(), this::rate);
                data.writeDouble(receiver.lossEventRate());
            });
            list(group.sources(), arrival -> {
                data.writeUTF(arrival.site());
                rate(arrival.receiveBitPerSecond());
                data.writeLong(arrival.received());
                data.writeLong(arrival.lost());
            });
            list(group.senders(), sender -> {
                data.writeUTF(sender.name());
                rate(sender.demandBitPerSecond());
                rate(sender.shareBitPerSecond());
                list(sender.waitsFor(), data::writeUTF);
            });
            list(group.localReceivers(), receiver -> {
                data.writeUTF(receiver.name());
                data.writeLong(receiver.behind());
                data.writeLong(receiver.room());
                time(receiver.holdsUp());
                data.writeBoolean(receiver.waitedFor());
            });
        }

        private void source(Overview.Source source) throws IOException {
            rate(source.allowedBitPerSecond());
            data.writeBoolean(source.slowStart());
            optional(source.limitingSite(), data::writeUTF);
            time(source.limited());
            rate(source.sentBitPerSecond());
            data.writeLong(source.chargedBytes());
            data.writeLong(source.packets());
            data.writeLong(source.repairs());
            data.writeLong(source.backlog());
            data.writeLong(source.unstable());
            data.writeLong(source.missing());
        }

        private void time(Duration time) throws IOException {
            data.writeLong(time.toNanos());
        }

        /** The LAN format has always used bytes per second. */
        private void rate(double bitPerSecond) throws IOException {
            data.writeDouble(BitRates.bytes(bitPerSecond));
        }

        private <T> void list(List<T> values, Writing<T> each) throws IOException {
            List<T> reported = values.subList(0, Math.min(values.size(), MAX_COUNT));
            data.writeShort(reported.size());
            for (T value : reported) {
                each.write(value);
            }
        }

        private <T> void optional(Optional<T> value, Writing<T> write) throws IOException {
            data.writeBoolean(value.isPresent());
            if (value.isPresent()) {
                write.write(value.get());
            }
        }
    }

    /** What was added to the format of a group later; a reason that is not known here is left out. */
    private record Addition(Optional<String> reason, Optional<Long> staleSamples, List<Optional<Long>> ofSources) {
        Overview.GroupState addedTo(Overview.GroupState group) {
            Optional<Overview.Source> source = group.source().map(each -> new Overview.Source(each.allowedBitPerSecond(), each.slowStart(),
                    reason.flatMap(Addition::known), each.limitingSite(), each.limited(), each.sentBitPerSecond(), each.chargedBytes(),
                    each.packets(), each.repairs(), each.backlog(), each.unstable(), each.missing(), staleSamples));
            List<Overview.Arrival> sources = new ArrayList<>();
            for (int i = 0; i < group.sources().size(); i++) {
                Overview.Arrival each = group.sources().get(i);
                sources.add(new Overview.Arrival(each.site(), each.receiveBitPerSecond(), each.received(), each.lost(),
                        i < ofSources.size() ? ofSources.get(i) : Optional.empty()));
            }
            return new Overview.GroupState(group.name(), group.strategy(), group.members(), group.tree(), group.direct(), source,
                    group.receivers(), sources, group.senders(), group.localReceivers());
        }

        private static Optional<RateReason> known(String name) {
            return Arrays.stream(RateReason.values()).filter(each -> each.name().equals(name)).findFirst();
        }
    }

    private record In(DataInputStream data) {
        Overview overview(String site) throws IOException {
            Overview read = withoutAdditions(site);
            if (data.available() == 0) {
                return read;
            }
            List<Addition> additions = list(() -> new Addition(optional(data::readUTF), optional(data::readLong),
                    list(() -> optional(data::readLong))));
            List<Overview.GroupState> groups = new ArrayList<>();
            for (int i = 0; i < read.groups().size(); i++) {
                groups.add(i < additions.size() ? additions.get(i).addedTo(read.groups().get(i)) : read.groups().get(i));
            }
            return with(read, groups);
        }

        private Overview withoutAdditions(String site) throws IOException {
            return new Overview(site, data.readUTF(), true, optional(data::readUTF), list(data::readUTF),
                    list(() -> new Overview.Site(data.readUTF(), optional(data::readUTF), data.readInt(), data.readInt())),
                    list(() -> new Overview.Link(data.readUTF(), data.readUTF(), time())), list(this::group),
                    list(() -> new Overview.Held(data.readUTF(), kind(data.readUTF()), data.readUTF(), data.readUTF(), data.readUTF())));
        }

        private static Limit.Kind kind(String name) throws IOException {
            return Arrays.stream(Limit.Kind.values()).filter(kind -> kind.name().equals(name)).findFirst()
                    .orElseThrow(() -> new IOException("limit of kind " + name));
        }

        private Overview.GroupState group() throws IOException {
            return new Overview.GroupState(data.readUTF(), data.readUTF(),
                    list(() -> new Overview.Place(data.readUTF(), list(data::readUTF))),
                    list(() -> new Overview.Edge(data.readUTF(), data.readUTF())), data.readBoolean(), optional(this::source),
                    list(() -> new Overview.Receiver(data.readUTF(), time(), optional(this::rate), number())),
                    list(() -> new Overview.Arrival(data.readUTF(), rate(), data.readLong(), data.readLong(), Optional.empty())),
                    list(() -> new Overview.Sender(data.readUTF(), rate(), rate(), list(data::readUTF))),
                    list(() -> new Overview.LocalReceiver(data.readUTF(), data.readLong(), data.readLong(), time(), data.readBoolean())));
        }

        private Overview.Source source() throws IOException {
            return new Overview.Source(rate(), data.readBoolean(), Optional.empty(), optional(data::readUTF), time(), rate(), data.readLong(),
                    data.readLong(), data.readLong(), data.readLong(), data.readLong(), data.readLong(), Optional.empty());
        }

        private Duration time() throws IOException {
            return Duration.ofNanos(data.readLong());
        }

        private double rate() throws IOException {
            return BitRates.of(number());
        }

        private double number() throws IOException {
            double value = data.readDouble();
            if (!(value >= 0)) {
                throw new IOException("a rate or share of " + value);
            }
            return value;
        }

        private <T> List<T> list(Reading<T> each) throws IOException {
            int count = data.readUnsignedShort();
            if (count > MAX_COUNT) {
                throw new IOException(count + " entries");
            }
            List<T> values = new ArrayList<>();
            for (int left = count; left > 0; left--) {
                values.add(each.read());
            }
            return values;
        }

        private <T> Optional<T> optional(Reading<T> read) throws IOException {
            return data.readBoolean() ? Optional.of(read.read()) : Optional.empty();
        }
    }
}
