package org.xpand.simulator.explore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.xpand.protocols.api.SenderId;
import org.xpand.simulator.site.SimulatedProcess;

/**
 * Checks that both halves of a split LAN continue: some seconds after they have noticed the split, each exchanges messages with the
 * other sites and with the other half, unless another fault of the sites happens meanwhile.
 */
public final class PartsChecker extends Checker {
    /** Time from the notice until the others have admitted both halves. */
    private static final long ADMISSION_NANOS = 3_000_000_000L;
    /** Shortest time that is checked: several messages of every member. */
    private static final long LEAST_NANOS = 1_300_000_000L;
    /** Messages sent at the end may arrive later. */
    private static final long IN_FLIGHT_NANOS = 800_000_000L;

    private final World world;
    private final Map<World.Split, Set<Direction>> received = new HashMap<>();

    /** A member at one place received a message from another place. */
    private record Direction(Place from, Place to) {
    }

    /** A site, or the half of the split one. */
    private record Place(long site, boolean half) {
    }

    PartsChecker(World world) {
        this.world = world;
    }

    @Override
    public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
        for (World.Split split : world.splits()) {
            if (nowNanos - split.noticedNanos() >= ADMISSION_NANOS && nowNanos - split.endNanos() < 0) {
                Direction direction = new Direction(place(split, sender), place(split, at.sender()));
                boolean early = nowNanos - split.endNanos() < -IN_FLIGHT_NANOS;
                if (early || !direction.from.equals(direction.to)) {
                    received.computeIfAbsent(split, each -> new HashSet<>()).add(direction);
                }
            }
        }
    }

    private static Place place(World.Split split, SenderId member) {
        return new Place(member.site().value(), split.half().contains(member));
    }

    @Override
    public void finish(World ignored) {
        for (World.Split split : world.splits()) {
            if (!split.disturbed() && split.endNanos() - split.noticedNanos() >= ADMISSION_NANOS + LEAST_NANOS) {
                check(split, received.getOrDefault(split, Set.of()));
            }
        }
    }

    private void check(World.Split split, Set<Direction> directions) {
        List<Place> places = new ArrayList<>();
        // Members that send are received at their own place.
        directions.stream().filter(direction -> direction.from.equals(direction.to)).map(Direction::from).forEach(places::add);
        for (Place from : places) {
            for (Place to : places) {
                boolean concerned = from.site == split.site().value() || to.site == split.site().value();
                if (concerned && !directions.contains(new Direction(from, to))) {
                    broken(to + " did not receive from " + from + " while the LAN of " + split.site() + " was split, until "
                            + split.endNanos() / 1_000_000 + " ms");
                }
            }
        }
    }
}
