package org.xpand.protocols.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.xpand.protocols.control.Sites.group;
import static org.xpand.protocols.control.Sites.site;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.LinkCosts;
import org.xpand.protocols.directory.MemberInfo;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.wire.MalformedPacketException;

class ControlCodecTest {
    private static TreeMap<SiteId, Long> rtts(Random random) {
        TreeMap<SiteId, Long> rtts = new TreeMap<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            rtts.put(new SiteId(random.nextLong()), random.nextLong(ControlCodec.MAX_RTT_NANOS + 1));
        }
        return rtts;
    }

    private static SiteInfo anySite(Random random) {
        List<GroupInfo> groups = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            List<MemberInfo> members = new ArrayList<>();
            for (int j = random.nextInt(4); j > 0; j--) {
                members.add(new MemberInfo(new MemberId(random.nextLong()), "mémbre " + j));
            }
            groups.add(new GroupInfo(new GroupName("g" + i), random.nextBoolean() ? "tfrc" : "tuf", members));
        }
        SiteId home = new SiteId(random.nextLong());
        SiteId id = random.nextBoolean() ? home : home.part(random.nextLong());
        return new SiteInfo(id, home, "s" + random.nextInt(100), random.nextLong(),
                new Endpoint("boston.example", 1 + random.nextInt(65535)), groups, rtts(random),
                new SnapshotId(random.nextLong(), random.nextInt(Integer.MAX_VALUE)));
    }

    private static OverlaySnapshot anySnapshot(Random random) {
        TreeMap<SiteId, SortedMap<SiteId, Long>> rows = new TreeMap<>();
        TreeMap<GroupId, SortedSet<SiteId>> groups = new TreeMap<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            rows.put(new SiteId(random.nextLong()), rtts(random));
            groups.put(new GroupId(random.nextLong()), new TreeSet<>(rtts(random).keySet()));
        }
        return new OverlaySnapshot(new SnapshotId(random.nextLong(), random.nextInt(Integer.MAX_VALUE)),
                LinkCosts.of(rows), groups);
    }

    private static byte[] anyMessage(Random random) {
        return ControlCodec.encode(switch (random.nextInt(5)) {
            case 4 -> new ControlMessage.Refusal(random.nextLong(), "w".repeat(1 + random.nextInt(300)));
            case 3 -> new ControlMessage.Wanted(new SnapshotId(random.nextLong(), random.nextInt(Integer.MAX_VALUE)));
            case 0 -> said(anySite(random));
            case 1 -> new ControlMessage.Publication(anySnapshot(random));
            default -> new ControlMessage.Predecessor(new SiteId(random.nextLong()), random.nextLong(),
                    1 + random.nextInt(9));
        });
    }

    private static ControlMessage said(SiteInfo site) {
        return new ControlMessage.Announcement(site, 1 + (site.incarnation() & 7), site.incarnation() * 31);
    }

    private static ControlMessage decode(byte[] bytes) {
        return ControlCodec.decode(bytes, 0, bytes.length);
    }

    @Property
    void whatIsSaidIsUnderstood(@ForAll long seed) {
        Random random = new Random(seed);
        for (ControlMessage message : List.of(said(anySite(random)),
                new ControlMessage.Publication(anySnapshot(random)),
                new ControlMessage.Predecessor(new SiteId(random.nextLong()), random.nextLong(), ControlCodec.MAX_TERM),
                new ControlMessage.Wanted(SnapshotId.NONE))) {
            assertThat(decode(ControlCodec.encode(message))).isEqualTo(message);
        }
    }

    @Property
    void everyTruncationIsMalformed(@ForAll long seed) {
        byte[] bytes = anyMessage(new Random(seed));
        for (int length = 0; length < bytes.length; length++) {
            int cut = length;
            assertThatExceptionOfType(MalformedPacketException.class)
                    .isThrownBy(() -> ControlCodec.decode(bytes, 0, cut));
        }
    }

    @Property(tries = 5000)
    void damagedBytesAreUnderstoodOrMalformedAndNothingElse(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] bytes = anyMessage(random);
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        understoodOrMalformed(bytes);
    }

    @Property(tries = 5000)
    void noiseIsUnderstoodOrMalformedAndNothingElse(@ForAll byte[] bytes, @ForAll boolean plausible) {
        if (plausible && bytes.length > 1) {
            bytes[0] = ControlCodec.VERSION;
            bytes[1] = (byte) (1 + Math.floorMod(bytes[1], 6));
        }
        understoodOrMalformed(bytes);
    }

    private static void understoodOrMalformed(byte[] bytes) {
        try {
            ControlMessage message = decode(bytes);
            assertThat(decode(ControlCodec.encode(message))).isEqualTo(message);
        } catch (MalformedPacketException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    @Test
    void whatFollowsAMessageIsMalformed() {
        byte[] bytes = ControlCodec.encode(said(site(1)));
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        assertThatExceptionOfType(MalformedPacketException.class).isThrownBy(() -> decode(longer));
    }

    @Test
    void anotherVersionIsMalformed() {
        byte[] bytes = ControlCodec.encode(said(site(1)));
        bytes[0]++;
        assertThatExceptionOfType(MalformedPacketException.class).isThrownBy(() -> decode(bytes))
                .withMessageContaining("version " + (ControlCodec.VERSION + 1));
    }

    @Test
    void termsCountFromOneAndCannotRunOut() {
        for (long term : new long[] {0, -1, ControlCodec.MAX_TERM + 1}) {
            byte[] bytes = ControlCodec.encode(new ControlMessage.Announcement(site(1), term));
            assertThatExceptionOfType(MalformedPacketException.class).isThrownBy(() -> decode(bytes))
                    .withMessage("term " + term);
        }
    }

    @Test
    void noCharterIsOlderThanACentury() {
        byte[] bytes = ControlCodec.encode(said(site(1, group("g", "tfrc").withAge(0x1122334455L))));
        assertThat(((ControlMessage.Announcement) decode(bytes)).site().groups().get(0).ageMillis()).isEqualTo(0x1122334455L);
        ByteBuffer.wrap(bytes).putLong(place(bytes, 0x1122334455L), GroupInfo.MAX_AGE_MILLIS + 1);
        assertThatExceptionOfType(MalformedPacketException.class).isThrownBy(() -> decode(bytes)).withMessageContaining("age of");
        ByteBuffer.wrap(bytes).putLong(place(bytes, GroupInfo.MAX_AGE_MILLIS + 1), Long.MIN_VALUE);
        assertThatExceptionOfType(MalformedPacketException.class).isThrownBy(() -> decode(bytes)).withMessageContaining("age of");
    }

    private static int place(byte[] bytes, long value) {
        return IntStream.range(0, bytes.length - 7).filter(i -> ByteBuffer.wrap(bytes).getLong(i) == value).findFirst().orElseThrow();
    }

    @Test
    void aGroupMayComeOnlyOnce() {
        byte[] bytes = ControlCodec.encode(said(site(1, group("g", "tfrc"), group("g", "tfrc"))));
        assertThatExceptionOfType(MalformedPacketException.class).isThrownBy(() -> decode(bytes))
                .withMessageContaining("twice");
    }

    @Test
    void whatExceedsABoundIsNotSent() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ControlCodec.encode(said(site(1, "n".repeat(256), 1, Map.of()))))
                .withMessageContaining("1 to 255 bytes");
        TreeMap<Long, Long> rtts = new TreeMap<>();
        for (long i = 0; i <= ControlCodec.MAX_SITES; i++) {
            rtts.put(i, 1L);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> ControlCodec.encode(said(site(1, "s1", 1, rtts))))
                .withMessageContaining("257 RTTs");
    }

    @Test
    void textsThatAreTooLongOrBlankAreMalformed() {
        byte[] bytes = ControlCodec.encode(said(site(1, "n".repeat(255), 1, Map.of())));
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        byte[] longer = lengthened(bytes, text.indexOf("nnn"));
        assertThatExceptionOfType(MalformedPacketException.class).isThrownBy(() -> decode(longer)).withMessage("site name of 256 bytes");
        Arrays.fill(bytes, text.indexOf("nnn"), text.indexOf("nnn") + 255, (byte) ' ');
        assertThatExceptionOfType(MalformedPacketException.class).isThrownBy(() -> decode(bytes)).withMessage("site name of 255 bytes");
    }

    /** The same with a text of 255 bytes longer by one. */
    private static byte[] lengthened(byte[] bytes, int at) {
        byte[] longer = new byte[bytes.length + 1];
        System.arraycopy(bytes, 0, longer, 0, at);
        System.arraycopy(bytes, at, longer, at + 1, bytes.length - at);
        longer[at] = 'n';
        longer[at - 2] = 1;
        longer[at - 1] = 0;
        return longer;
    }

    @Test
    void reasonsOfMoreThanALineAreMalformed() {
        byte[] bytes = ControlCodec.encode(new ControlMessage.Refusal(1, "why not"));
        bytes[bytes.length - 4] = '\n';
        assertThatExceptionOfType(MalformedPacketException.class).isThrownBy(() -> decode(bytes)).withMessage("a reason of more than one line");
    }

    @Test
    void snapshotsCountFromNothing() {
        byte[] bytes = ControlCodec.encode(new ControlMessage.Wanted(new SnapshotId(1, 0x7F7F7F7F)));
        bytes[bytes.length - 4] = -1;
        assertThatExceptionOfType(MalformedPacketException.class).isThrownBy(() -> decode(bytes)).withMessage("snapshot number -8421505");
    }

    @Test
    void theLargestSnapshotFits() {
        TreeMap<SiteId, SortedMap<SiteId, Long>> rows = new TreeMap<>();
        TreeSet<SiteId> all = new TreeSet<>();
        TreeMap<SiteId, Long> row = new TreeMap<>();
        for (long i = 0; i < ControlCodec.MAX_SITES; i++) {
            all.add(new SiteId(i));
            row.put(new SiteId(i), i);
        }
        all.forEach(id -> rows.put(id, row));
        TreeMap<GroupId, SortedSet<SiteId>> groups = new TreeMap<>();
        for (long i = 0; i < ControlCodec.MAX_GROUPS; i++) {
            groups.put(new GroupId(i), all);
        }
        OverlaySnapshot snapshot = new OverlaySnapshot(new SnapshotId(1, 1), LinkCosts.of(rows), groups);
        ControlMessage largest = new ControlMessage.Publication(snapshot);
        assertThat(decode(ControlCodec.encode(largest))).isEqualTo(largest);
    }
}
