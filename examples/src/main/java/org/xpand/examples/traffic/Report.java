package org.xpand.examples.traffic;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.xpand.core.GroupStats;
import org.xpand.core.GroupView;
import org.xpand.examples.Json;

/** Reports as JSON what one member has sent and received. For one thread. */
final class Report {
    private static final int MEGABYTE_SHIFT = 20;

    private final TrafficMember member;
    private final SourceNames names = new SourceNames();
    private GroupStats stats;
    private GroupView view;

    Report(TrafficMember member) {
        this.member = member;
        look();
    }

    /** Reads the group's figures; later reports are about this moment. */
    void look() {
        stats = member.group().stats();
        view = member.group().view();
        member.deliveries().sources().forEach(source -> names.name(source.id(), view));
    }

    /** Returns the progress of the member, with the latencies since the last call. */
    ObjectNode second(long second) {
        look();
        Runtime java = Runtime.getRuntime();
        ObjectNode out = begin("second").put("second", second)
                .put("heapMegabytes", java.totalMemory() - java.freeMemory() >> MEGABYTE_SHIFT);
        write(out);
        member.deliveries().sinceIntended().writeInterval(out.putObject("latency"));
        member.deliveries().sinceSent().writeInterval(out.putObject("latencySinceSent"));
        return out;
    }

    /**
     * Returns the totals after the member has left.
     *
     * @param seconds  how long it was a member
     * @param unstable accepted messages that were not stable when it left
     */
    ObjectNode summary(double seconds, int unstable) {
        ObjectNode out = begin("summary").put("seconds", seconds);
        write(out);
        out.put("unstable", unstable).put("foreign", member.deliveries().foreign());
        ArrayNode sources = out.putArray("sources");
        for (Deliveries.Source source : member.deliveries().sources()) {
            sources.addObject().put("source", names.name(source.id(), view))
                    .put("process", Long.toHexString(source.id().member().value())).put("delivered", source.delivered())
                    .put("first", source.first()).put("last", source.last()).put("duplicates", source.duplicates())
                    .put("reordered", source.reordered()).put("gaps", source.gaps())
                    .put("reportedGaps", source.reported());
        }
        member.deliveries().sinceIntended().writeTotal(out.putObject("latency"));
        member.deliveries().sinceSent().writeTotal(out.putObject("latencySinceSent"));
        return out;
    }

    /** Returns an object of this type with the member's names. */
    ObjectNode begin(String type) {
        return Json.object(type).put("time", WallClock.instant(WallClock.nanos()).toString())
                .put("group", member.group().name()).put("site", member.node().site())
                .put("name", member.node().name()).put("process", Long.toHexString(member.group().id().member().value()));
    }

    /** Whether what this member received is complete, without duplicates and in order, and its own messages have returned. */
    boolean isClean() {
        List<Deliveries.Source> sources = member.deliveries().sources();
        return sources.stream().allMatch(each -> each.duplicates() == 0 && each.reordered() == 0 && each.gaps() == 0)
                && member.ownDelivered() == stats.messagesSent();
    }

    private void write(ObjectNode out) {
        StatsFields.write(out, stats);
        List<Deliveries.Source> sources = member.deliveries().sources();
        out.put("members", view.size()).put("messagesDelivered", member.deliveries().messages())
                .put("bytesDelivered", member.deliveries().bytes())
                .put("duplicates", sources.stream().mapToLong(Deliveries.Source::duplicates).sum())
                .put("reordered", sources.stream().mapToLong(Deliveries.Source::reordered).sum())
                .put("gaps", sources.stream().mapToLong(Deliveries.Source::gaps).sum())
                .put("reportedGaps", sources.stream().mapToLong(Deliveries.Source::reported).sum());
        ObjectNode perSource = out.putObject("perSource");
        sources.forEach(source -> perSource.put(names.name(source.id(), view), source.delivered()));
    }
}
