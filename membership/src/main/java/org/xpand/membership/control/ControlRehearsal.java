package org.xpand.membership.control;

import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jgroups.Receiver;
import org.xpand.protocols.control.Conflict;
import org.xpand.protocols.control.ControlCodec;
import org.xpand.protocols.control.ControlMessage;
import org.xpand.protocols.control.ControlOutput;
import org.xpand.protocols.control.ControlState;
import org.xpand.protocols.control.SnapshotPublisher;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.Endpoint;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.MemberInfo;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.wire.MalformedPacketException;

/**
 * Does beforehand what a {@link ControlChannel} does, for a process that may have to take over: the classes are loaded then.
 * Two delegates meet in memory, and a stack is built that is never connected; nothing is bound and nothing is sent.
 */
public final class ControlRehearsal {
    private static final long RTT_NANOS = 20_000_000L;
    private static final int PORT = 7800;

    private ControlRehearsal() {
    }

    /**
     * Takes some hundred milliseconds of computing at the first time. Any thread, but not one that others wait for.
     *
     * @return how many sites each of the delegates knows of at the end
     * @throws IllegalStateException if something failed; a channel may still work
     */
    public static int play() {
        Delegate first = new Delegate(1);
        Delegate second = new Delegate(2);
        List<Long> both = List.of(first.self, second.self);
        for (Delegate delegate : List.of(first, second)) {
            delegate.state.onView(List.of(delegate.self), 0);
            delegate.state.announce(site(delegate.self, first.self + second.self - delegate.self), 0);
            delegate.sent.clear();
        }
        first.state.onView(both, 0);
        second.state.onView(both, 0);
        try {
            for (long now = ControlState.REFRESH_NANOS; !first.sent.isEmpty() || !second.sent.isEmpty(); now++) {
                first.tell(second, now);
                second.tell(first, now);
            }
            String loopback = InetAddress.getLoopbackAddress().getHostAddress();
            new ControlConnector(new ControlConfig("rehearsal", 1, new Endpoint(loopback, PORT), Optional.empty(), List.of()))
                    .build(new Receiver() { }, 1).close();
        } catch (Exception e) {
            throw new IllegalStateException("the rehearsal of the control channel failed", e);
        }
        return Math.min(first.directory.sites().size(), second.directory.sites().size());
    }

    private static SiteInfo site(long id, long other) {
        return new SiteInfo(new SiteId(id), "site" + id, id, new Endpoint("127.0.0.1", PORT),
                List.of(new GroupInfo(new GroupName("rehearsal"), "any", List.of(new MemberInfo(id, "member")))),
                new TreeMap<>(Map.of(new SiteId(other), RTT_NANOS)), SnapshotId.NONE);
    }

    private static final class Delegate implements ControlOutput {
        private final long self;
        private final ControlState state;
        private final ArrayDeque<byte[]> sent = new ArrayDeque<>();
        private Directory directory;

        private Delegate(long self) {
            this.self = self;
            this.state = new ControlState(self, SnapshotPublisher.Config.DEFAULT, this);
        }

        private void tell(Delegate other, long nowNanos) throws MalformedPacketException {
            for (int left = sent.size(); left > 0; left--) {
                byte[] bytes = sent.remove();
                ControlMessage message = ControlCodec.decode(bytes, 0, bytes.length);
                if (message instanceof ControlMessage.Announcement announcement) {
                    other.state.onAnnouncement(self, announcement, nowNanos);
                } else if (message instanceof ControlMessage.Publication publication) {
                    other.state.onSnapshot(self, publication.snapshot(), nowNanos);
                }
            }
        }

        @Override
        public void multicast(ControlMessage message) {
            sent.add(ControlCodec.encode(message));
        }

        @Override
        public void directory(Directory changed) {
            directory = changed;
        }

        @Override
        public void conflict(Conflict conflict) {
            throw new IllegalStateException(conflict.message());
        }
    }
}
