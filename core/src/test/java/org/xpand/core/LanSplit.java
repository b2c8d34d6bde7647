package org.xpand.core;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.jgroups.JChannel;
import org.jgroups.protocols.DISCARD;
import org.jgroups.protocols.TP;
import org.jgroups.stack.ProtocolStack;

/** Splits a site's LAN into two parts: each part drops what the processes of the other one send. Nothing else ends. */
final class LanSplit {
    private final List<DISCARD> filters = new ArrayList<>();

    LanSplit(List<XpandNode> half, List<XpandNode> otherHalf) throws Exception {
        part(half, otherHalf);
        part(otherHalf, half);
    }

    private void part(List<XpandNode> receivers, List<XpandNode> senders) throws Exception {
        for (XpandNode receiver : receivers) {
            DISCARD filter = new DISCARD();
            for (XpandNode sender : senders) {
                filter.addIgnoreMember(channel(sender).getAddress());
            }
            channel(receiver).getProtocolStack().insertProtocol(filter, ProtocolStack.Position.ABOVE, TP.class);
            filters.add(filter);
        }
    }

    /** Ends the split. */
    void mend() {
        filters.forEach(DISCARD::resetIgnoredMembers);
    }

    private static JChannel channel(XpandNode node) throws ReflectiveOperationException {
        return (JChannel) field(field(field(node, "engine"), "channel"), "channel");
    }

    /** Only a test that breaks a LAN's protocols needs access to them. */
    private static Object field(Object owner, String name) throws ReflectiveOperationException {
        Field field = owner.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(owner);
    }
}
