package org.xpand.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jgroups.Address;
import org.jgroups.EmptyMessage;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.ViewId;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.SHARED_LOOPBACK;
import org.jgroups.stack.IpAddress;
import org.jgroups.stack.Protocol;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PatientMergeTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    /** So long that nothing is said for its time having come. */
    private static final long NEVER_MILLIS = 1_000_000;
    private static final int OWN = 5;
    private static final int MEMBER = 6;

    private final Below below = new Below();
    private final PatientMerge merge = new PatientMerge(NEVER_MILLIS, NEVER_MILLIS);
    private JChannel channel;

    /** A transport without multicast. */
    private static final class Transport extends SHARED_LOOPBACK {
        @Override
        public boolean supportsMulticasting() {
            return false;
        }
    }

    /** Notes who is told of whom. */
    private final class Below extends Protocol {
        final List<String> told = new CopyOnWriteArrayList<>();

        @Override
        public Object down(Message message) {
            if (message.getHeader(merge.getId()) != null) {
                told.add(((IpAddress) message.getDest()).getPort() + " of "
                        + ((UUID) message.getSrc()).getLeastSignificantBits());
            }
            return null;
        }

        @Override
        public Object down(Event event) {
            return event.getType() == Event.GET_PHYSICAL_ADDRESS
                    ? place((int) ((UUID) event.<Address>arg()).getLeastSignificantBits()) : super.down(event);
        }
    }

    @BeforeEach
    void connect() throws Exception {
        channel = new JChannel(List.of(new Transport().<SHARED_LOOPBACK>setBindAddress(LOOPBACK), below, merge));
        channel.addAddressGenerator(() -> address(OWN));
        channel.connect("parts");
        merge.down(new Event(Event.VIEW_CHANGE, View.create(address(OWN), 1, address(OWN), address(MEMBER))));
    }

    @AfterEach
    void close() {
        channel.close();
    }

    private static Address address(int number) {
        return new UUID(0, number);
    }

    private static PhysicalAddress place(int number) {
        return new IpAddress(LOOPBACK, number);
    }

    private void hear(int number) {
        hear(number, number);
    }

    private void hear(int number, int coordinator) {
        merge.up(new EmptyMessage(channel.getAddress()).setSrc(address(number)).putHeader(merge.getId(),
                MERGE3.MergeHeader.createInfo(new ViewId(address(coordinator), 1), "n" + number, place(number))));
    }

    @Test
    void aCoordinatorThatIsHeardIsAnsweredOnceUntilTheComparison() {
        hear(7);
        hear(7);
        assertThat(below.told).containsExactly("7 of 5");
        merge.clearViews();
        hear(7);
        assertThat(below.told).containsExactly("7 of 5", "7 of 5");
    }

    @Test
    void whoLeadsIsToldOfWhoIsHeardLater() {
        hear(3);
        hear(7);
        hear(4);
        assertThat(below.told).containsExactly("3 of 5", "7 of 5", "3 of 7", "4 of 5", "3 of 4");
    }

    @Test
    void whoLeadsIsToldOfAllThatWereHeardBefore() {
        hear(7);
        hear(8);
        hear(3);
        assertThat(below.told).containsExactly("7 of 5", "8 of 5", "3 of 5", "3 of 7", "3 of 8");
    }

    @Test
    void thereIsNobodyToTellWhereOneLeadsOneself() {
        hear(8);
        hear(7);
        assertThat(below.told).containsExactly("8 of 5", "7 of 5");
    }

    @Test
    void membersOfThisViewOrAnotherPartAreNotAnswered() {
        hear(MEMBER, OWN);
        hear(9, 7);
        assertThat(below.told).isEmpty();
    }

    /** It has gone on without this process, which stood still and takes it for a member. */
    @Test
    void aMemberWithAViewOfItsOwnIsAnswered() {
        hear(MEMBER);
        assertThat(below.told).containsExactly("6 of 5");
    }

    @Test
    void aMemberLeavesTheAnswerToItsCoordinatorAndPassesOnOnceWhatItHears() {
        isMember();
        hear(7);
        hear(7);
        assertThat(below.told).containsExactly("6 of 7");
        merge.clearViews();
        hear(7);
        assertThat(below.told).containsExactly("6 of 7", "6 of 7");
    }

    /** Its coordinator took part in a merge that left it out, and has this process's coordinator since. */
    @Test
    void aMemberPassesOnWhatAMemberOfAnOldViewAnnounces() {
        isMember();
        hear(9, OWN);
        assertThat(below.told).containsExactly("6 of 9");
    }

    @Test
    void aMemberPassesNothingOnThatItsCoordinatorOrOthersWithItsViewAnnounce() {
        isMember();
        hear(MEMBER);
        merge.up(new EmptyMessage(channel.getAddress()).setSrc(address(9)).putHeader(merge.getId(),
                MERGE3.MergeHeader.createInfo(new ViewId(address(MEMBER), 2), "n9", place(9))));
        assertThat(below.told).isEmpty();
    }

    private void isMember() {
        merge.down(new Event(Event.VIEW_CHANGE, View.create(address(MEMBER), 2, address(MEMBER), address(OWN))));
    }
}
