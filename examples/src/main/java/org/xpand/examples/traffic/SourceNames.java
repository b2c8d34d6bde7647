package org.xpand.examples.traffic;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.xpand.core.GroupView;
import org.xpand.protocols.api.SenderId;

/**
 * Names for sources, kept after they have left: {@code site/name}, or the id while the source is in no view. A second source of the
 * same name, such as a restarted process, has its process number appended. Not thread-safe.
 */
final class SourceNames {
    private final Map<SenderId, String> names = new HashMap<>();
    private final Set<String> taken = new HashSet<>();

    String name(SenderId id, GroupView view) {
        String known = names.get(id);
        if (known != null) {
            return known;
        }
        for (GroupView.Site site : view.sites()) {
            for (GroupView.Member member : site.members()) {
                if (member.id().equals(id)) {
                    String plain = site.name() + "/" + member.name();
                    String name = taken.add(plain) ? plain : plain + "#" + Long.toHexString(id.member().value());
                    names.put(id, name);
                    return name;
                }
            }
        }
        return id.toString();
    }
}
