package org.xpand.core;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the second compiler of a HotSpot virtual machine which methods of Xpand to compile each by itself. A packet passes some twenty
 * methods, and left alone the compiler compiles each of them together with all that follow: the last ones twenty times. While it does,
 * for half a minute on two processors, packets have what processor time it leaves. Directives of the user that match Xpand's classes do
 * not hold any more; {@value #SETTING} of {@code false} leaves everything as it is.
 */
final class CompilerDirectives {
    /** System property. */
    static final String SETTING = "org.xpand.compilerDirectives";

    /** What is not compiled into its callers: stations of a packet, a message or a turn, and what they rarely do. */
    static final List<String> BY_ITSELF = List.of(
            "org/xpand/core/SerialExecutor.run",
            "org/xpand/core/Inbox.drain",
            "org/xpand/core/Arrivals.message",
            "org/xpand/core/Arrivals.ofApplication",
            "org/xpand/core/LoopTurns.round",
            "org/xpand/core/GroupEndpoint.endTurn",
            "org/xpand/core/Submissions.accept",
            "org/xpand/alm/site/*.*",
            "org/xpand/alm/overlay/Overlay.*",
            "org/xpand/alm/overlay/OverlayLayer.pull",
            "org/xpand/alm/overlay/GroupStack.maintain",
            "org/xpand/alm/overlay/GroupStack.nextDeadlineNanos",
            "org/xpand/alm/overlay/GroupStacks.takeTurns",
            "org/xpand/alm/overlay/Forwarder.forward",
            "org/xpand/alm/overlay/Forwarder.passOn",
            "org/xpand/alm/overlay/DatagramIntake.*",
            "org/xpand/alm/overlay/PathProber.run",
            "org/xpand/alm/overlay/LinkProber.run",
            "org/xpand/alm/overlay/LinkProber.received",
            "org/xpand/alm/overlay/HopFilters.run",
            "org/xpand/alm/udp/DatagramLink.send",
            "org/xpand/alm/udp/DatagramLink.flush",
            "org/xpand/alm/udp/DatagramLink$Inbound.accept",
            "org/xpand/alm/udp/GsoBatches.add",
            "org/xpand/alm/udp/GsoBatches.writeAll",
            "org/xpand/protocols/stack/RateLayer.pull",
            "org/xpand/protocols/stack/RateLayer.pullPaced",
            "org/xpand/protocols/stack/RateLayer.pullReport",
            "org/xpand/protocols/stack/RateLayer.completeData",
            "org/xpand/protocols/stack/RateLayer.receive",
            "org/xpand/protocols/stack/RateLayer.nextDeadlineNanos",
            "org/xpand/protocols/stack/RatePeer.isNewData",
            "org/xpand/protocols/tfrc/TfrcReceiver.packetReceived",
            "org/xpand/protocols/tfrc/TfrcSource.reportReceived",
            "org/xpand/protocols/reliability/SourceSide.pull",
            "org/xpand/protocols/reliability/SourceSide.offer",
            "org/xpand/protocols/reliability/RepairPacker.pull",
            "org/xpand/protocols/reliability/NewSegments.pull",
            "org/xpand/protocols/reliability/NewSegments.pack",
            "org/xpand/protocols/reliability/FrameIntake.receive",
            "org/xpand/protocols/reliability/FrameIntake.receiveFrame",
            "org/xpand/protocols/reliability/FrameIntake.receiveReportFrame",
            "org/xpand/protocols/reliability/ReceiverSide.segment",
            "org/xpand/protocols/reliability/IncomingStreams.arrived",
            "org/xpand/protocols/reliability/IncomingStream.arrived",
            "org/xpand/protocols/relay/SenderNotices.run",
            "org/xpand/protocols/relay/LocalSender.take",
            "org/xpand/protocols/relay/LocalSender.accept",
            "org/xpand/protocols/relay/LocalSegments.run",
            "org/xpand/protocols/relay/LocalSegments.take",
            "org/xpand/protocols/relay/LocalSegments.sent",
            "org/xpand/protocols/relay/GroupRelay.run",
            "org/xpand/protocols/relay/GroupRelay.handle",
            "org/xpand/protocols/relay/GroupRelay.acknowledged",
            "org/xpand/protocols/relay/GroupRelay.deliver",
            "org/xpand/protocols/relay/Shares.update",
            "org/xpand/protocols/relay/GroupMember.handleOfEpoch",
            "org/xpand/protocols/relay/GroupMember.run",
            "org/xpand/protocols/relay/GroupMember.announceProgress",
            "org/xpand/protocols/relay/GroupMember.notice",
            "org/xpand/protocols/relay/GroupMember.pack",
            "org/xpand/protocols/relay/GroupMember.sendSegments",
            "org/xpand/protocols/relay/MemberReceiver.segment",
            "org/xpand/protocols/relay/ReceiveStream.take",
            "org/xpand/protocols/relay/ReceiveStream.advance",
            "org/xpand/protocols/relay/ReceiveStream.assemble",
            "org/xpand/protocols/relay/RelayOutput.flush",
            "org/xpand/protocols/relay/SegmentBatch.add");

    private static final Logger LOG = LoggerFactory.getLogger(CompilerDirectives.class);
    private static final String COMMANDS = "com.sun.management:type=DiagnosticCommand";
    private static final AtomicBoolean ADDED = new AtomicBoolean();

    private CompilerDirectives() {
    }

    /** Adds the directives, once in a virtual machine, if it takes any. Not on the loop: it may have to start the server of beans. */
    static void add() {
        if (!"false".equals(System.getProperty(SETTING)) && ADDED.compareAndSet(false, true)) {
            try {
                LOG.debug("{}", add(text()));
            } catch (JMException | IOException | RuntimeException e) {
                LOG.debug("this virtual machine takes no compiler directives: the first seconds of traffic are slower", e);
            }
        }
    }

    /** Adds these directives; returns what the virtual machine says. */
    static String add(String directives) throws JMException, IOException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        Path file = Files.createTempFile("xpand-directives-", ".json");
        try {
            Files.writeString(file, directives);
            return String.valueOf(server.invoke(new ObjectName(COMMANDS), "compilerDirectivesAdd",
                    new Object[] {new String[] {file.toString()}}, new String[] {String[].class.getName()}));
        } finally {
            Files.delete(file);
        }
    }

    /** The directives, as the virtual machine reads them. Netty's loop and channels call Xpand, and are not to swallow it. */
    static String text() {
        return "[" + directive(List.of("org/xpand/*.*"), BY_ITSELF) + ", "
                + directive(List.of("io/netty/channel/*.*", "io/netty/util/concurrent/*.*"), List.of("org/xpand/*.*")) + "]";
    }

    private static String directive(List<String> callers, List<String> byItself) {
        return "{ match: [" + list("", callers) + "], c2: { inline: [" + list("-", byItself) + "] } }";
    }

    private static String list(String prefix, List<String> patterns) {
        return patterns.stream().map(each -> '"' + prefix + each + '"').collect(Collectors.joining(", "));
    }
}
