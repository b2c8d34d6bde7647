package org.xpand.protocols.control;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupService;

/**
 * The ages of the charters that delegates have announced, counted up to the present control view. Clocks need not agree: each delegate
 * counts with its own clock up to when it received the view. As long as the view stays these numbers stay, so all delegates with the
 * same announcements compare the same numbers. Until a delegate has announced itself for a new view, its former ages are continued.
 *
 * <p>In one view a delegate's first announcement for it counts. A group that it announces later, or with another charter, was founded
 * or joined after the view: nobody can claim in the middle of a view that its charter is the oldest. Sans-IO, not thread-safe.
 */
final class CharterAges {
    private record Held(String charter, long ageMillis) {
    }

    /** The charters of a delegate, and whether their ages are counted up to the present view. */
    private record Announced(boolean present, Map<GroupId, Held> held) {
    }

    private final Map<Long, Announced> byDelegate = new HashMap<>();
    private long view;

    /** Identity of a view of these delegates in this order. */
    static long viewId(List<Long> incarnations) {
        long id = 1;
        for (long incarnation : incarnations) {
            id = (id ^ incarnation) * 0x100000001b3L;
            id ^= id >>> 32;
        }
        return id;
    }

    /**
     * There is a new view.
     *
     * @param elapsedMillis time since the former one
     */
    void onView(List<Long> incarnations, long elapsedMillis, LongPredicate keeps) {
        view = viewId(incarnations);
        byDelegate.keySet().removeIf(each -> !keeps.test(each));
        byDelegate.replaceAll((delegate, announced) -> {
            Map<GroupId, Held> older = new HashMap<>(announced.held);
            older.replaceAll((group, held) -> new Held(held.charter, held.ageMillis + elapsedMillis));
            return new Announced(false, older);
        });
    }

    /** A delegate has announced these groups, with ages up to this view. */
    void announced(long from, long ofView, List<GroupInfo> groups) {
        Announced before = byDelegate.get(from);
        boolean first = before == null || !before.present && ofView == view;
        Map<GroupId, Held> held = new HashMap<>();
        for (GroupInfo group : groups) {
            GroupId id = group.name().id();
            Held known = first ? null : before.held.get(id);
            if (known != null && GroupService.areCompatible(known.charter, group.strategy())) {
                held.put(id, new Held(group.strategy(), known.ageMillis));
            } else {
                held.put(id, new Held(group.strategy(), first ? group.ageMillis() : Math.min(0, group.ageMillis())));
            }
        }
        byDelegate.put(from, new Announced(ofView == view || before != null && before.present, held));
    }

    /** The age of a delegate's charter for a group, ms, up to the present view. */
    long of(long delegate, GroupInfo group) {
        Announced announced = byDelegate.get(delegate);
        Held held = announced == null ? null : announced.held.get(group.name().id());
        return held == null ? group.ageMillis() : held.ageMillis;
    }
}
