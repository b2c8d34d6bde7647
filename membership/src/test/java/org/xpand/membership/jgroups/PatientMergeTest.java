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

    /** Notes who is notified of whom. */
    private final class Below extends Protocol {
        final List<String> announced = new CopyOnWriteArrayList<>();

        @Override
        public Object down(Message message) {
            if (message.getHeader(merge.getId()) != null) {
                announced.add(((IpAddress) message.getDest()).getPort() + " of "
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

    private void receive(int number) {
        receive(number, number);
    }

    private void receive(int number, int coordinator) {
        merge.up(new EmptyMessage(channel.getAddress()).setSrc(address(number)).putHeader(merge.getId(),
                MERGE3.MergeHeader.createInfo(new ViewId(address(coordinator), 1), "n" + number, place(number))));
    }

    @Test
    void aCoordinatorThatIsReachableIsAnsweredOnceUntilTheComparison() {
        receive(7);
        receive(7);
        assertThat(below.announced).containsExactly("7 of 5");
        merge.clearViews();
        receive(7);
        assertThat(below.announced).containsExactly("7 of 5", "7 of 5");
    }

    @Test
    void theLeaderIsIntroducedToWhoeverIsReceivedLater() {
        receive(3);
        receive(7);
        receive(4);
        assertThat(below.announced).containsExactly("3 of 5", "7 of 5", "3 of 7", "4 of 5", "3 of 4");
    }

    @Test
    void theLeaderIsIntroducedToAllThatWereReceivedBefore() {
        receive(7);
        receive(8);
        receive(3);
        assertThat(below.announced).containsExactly("7 of 5", "8 of 5", "3 of 5", "3 of 7", "3 of 8");
    }

    @Test
    void aLeaderIntroducesNobodyToItself() {
        receive(8);
        receive(7);
        assertThat(below.announced).containsExactly("8 of 5", "7 of 5");
    }

    @Test
    void membersOfThisViewOrAnotherPartAreNotAnswered() {
        receive(MEMBER, OWN);
        receive(9, 7);
        assertThat(below.announced).isEmpty();
    }

    /** It has gone on without this process, which stood still and takes it for a member. */
    @Test
    void aMemberWithAViewOfItsOwnIsAnswered() {
        receive(MEMBER);
        assertThat(below.announced).containsExactly("6 of 5");
    }

    @Test
    void aMemberLeavesTheAnswerToItsCoordinatorAndPassesOnOnceWhatItReceives() {
        isMember();
        receive(7);
        receive(7);
        assertThat(below.announced).containsExactly("6 of 7");
        merge.clearViews();
        receive(7);
        assertThat(below.announced).containsExactly("6 of 7", "6 of 7");
    }

    /** Its coordinator took part in a merge that left it out, and has this process's coordinator since. */
    @Test
    void aMemberPassesOnWhatAMemberOfAnOldViewAnnounces() {
        isMember();
        receive(9, OWN);
        assertThat(below.announced).containsExactly("6 of 9");
    }

    @Test
    void aMemberPassesNothingOnThatItsCoordinatorOrOthersWithItsViewAnnounce() {
        isMember();
        receive(MEMBER);
        merge.up(new EmptyMessage(channel.getAddress()).setSrc(address(9)).putHeader(merge.getId(),
                MERGE3.MergeHeader.createInfo(new ViewId(address(MEMBER), 2), "n9", place(9))));
        assertThat(below.announced).isEmpty();
    }

    @Test
    void onABusyComputerItLooksForOthersLessOften() {
        assertThat(new PatientMerge(100, 10, () -> 1).new Announcing().nextInterval()).isBetween(50L, 150L);
        assertThat(new PatientMerge(100, 10, () -> 8).new Announcing().nextInterval()).isBetween(400L, 1200L);
    }

    private void isMember() {
        merge.down(new Event(Event.VIEW_CHANGE, View.create(address(MEMBER), 2, address(MEMBER), address(OWN))));
    }
}
