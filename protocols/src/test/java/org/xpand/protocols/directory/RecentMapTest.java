package org.xpand.protocols.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SiteId;

class RecentMapTest {
    private final RecentMap<SiteId, Integer> map = new RecentMap<>();

    @Property
    void itIsAMapOrderedByKeyWhateverWasFoundLast(@ForAll @Size(max = 60) List<@IntRange(max = 79) Integer> steps) {
        RecentMap<SiteId, Integer> recent = new RecentMap<>();
        TreeMap<SiteId, Integer> model = new TreeMap<>();
        for (int i = 0; i < steps.size(); i++) {
            int step = steps.get(i) / 4;
            SiteId key = new SiteId(steps.get(i) % 4);
            int value = i;
            switch (step) {
                case 0, 1, 2, 3 -> assertThat(recent.put(key, value)).isEqualTo(model.put(key, value));
                case 4, 5 -> assertThat(recent.remove(key)).isEqualTo(model.remove(key));
                case 6 -> assertThat(recent.computeIfAbsent(key, id -> value)).isEqualTo(model.computeIfAbsent(key, id -> value));
                case 7 -> {
                    recent.removeIf((id, each) -> each % 3 == 0);
                    model.values().removeIf(each -> each % 3 == 0);
                }
                case 8 -> {
                    recent.clear();
                    model.clear();
                }
                default -> assertThat(recent.containsKey(key)).isEqualTo(model.containsKey(key));
            }
            assertThat(recent.get(key)).isEqualTo(model.get(key));
            assertThat(recent.entrySet()).containsExactlyElementsOf(model.entrySet());
            assertThat(recent.keySet()).containsExactlyElementsOf(model.keySet());
            assertThat(recent.values()).containsExactlyElementsOf(model.values());
            assertThat(recent).hasSize(model.size());
        }
    }

    @Test
    void itsViewsCannotBeChanged() {
        map.put(new SiteId(1), 1);
        map.get(new SiteId(1));
        assertThatThrownBy(() -> map.values().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> map.keySet().remove(new SiteId(1))).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> map.entrySet().iterator().next().setValue(2)).isInstanceOf(UnsupportedOperationException.class);
        assertThat(map).containsEntry(new SiteId(1), 1);
    }
}
