package org.xpand.examples.drill;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.xpand.examples.Json;

/**
 * How one fault went.
 *
 * @param fault      the fault
 * @param victim     whom it hit, if anybody
 * @param victimSite index of its site, or -1
 * @param findings   what the survivors were handed
 * @param unstable   messages that surviving senders left behind without knowing that all members have them
 * @param events     what the survivors told since the fault, but for changes of delegates: {@code name: text}
 * @param resumed    what a process that was stopped and resumed says of itself
 */
record Outcome(Fault fault, Optional<String> victim, int victimSite, Findings findings, long unstable,
               List<String> events, Optional<Resumed> resumed) {
    Outcome {
        events = List.copyOf(events);
    }

    /**
     * A process that was stopped and resumed. It may have been given up meanwhile: then what it missed must be told by
     * events.
     *
     * @param gaps       numbers missing in what it was handed
     * @param duplicated deliveries of what it had been handed
     * @param reordered  deliveries behind a later one
     * @param events     what it told since the fault
     * @param ended      whether it left in time and told this; otherwise the counts are those of its trace so far
     */
    record Resumed(long gaps, long duplicated, long reordered, List<String> events, boolean ended) {
        Resumed {
            events = List.copyOf(events);
        }
    }

    boolean isClean() {
        return findings.isClean();
    }

    ObjectNode json() {
        ObjectNode out = Json.object("fault").put("fault", fault.text()).put("victim", victim.orElse(null))
                .put("lost", findings.lost()).put("duplicated", findings.duplicated())
                .put("reordered", findings.reordered()).put("unstable", unstable);
        putSeconds(out, "silenceFromSeconds", from());
        putSeconds(out, "silenceToSeconds", to());
        putSeconds(out, "silenceBetweenOthersSeconds", findings.silenceWithout(victimSite));
        putSeconds(out, "backAfterSeconds", findings.backAfterNanos());
        ArrayNode pairs = out.putArray("pairs");
        for (Findings.Pair pair : findings.pairs()) {
            ObjectNode each = pairs.addObject().put("receiver", pair.receiver().name())
                    .put("source", pair.source().name()).put("lost", pair.lost()).put("duplicated", pair.duplicated())
                    .put("reordered", pair.reordered()).put("silenceSeconds", pair.silenceNanos() / 1e9);
            putSeconds(each, "backAfterSeconds", pair.backAfterNanos());
        }
        events.forEach(out.putArray("events")::add);
        resumed.ifPresent(again -> {
            ObjectNode each = out.putObject("resumed").put("gaps", again.gaps()).put("duplicated", again.duplicated())
                    .put("reordered", again.reordered()).put("ended", again.ended());
            again.events().forEach(each.putArray("events")::add);
        });
        return out;
    }

    private static void putSeconds(ObjectNode out, String field, OptionalLong nanos) {
        if (nanos.isPresent()) {
            out.put(field, nanos.getAsLong() / 1e9);
        } else {
            out.putNull(field);
        }
    }

    private OptionalLong from() {
        return victimSite < 0 ? OptionalLong.empty() : findings.silenceFrom(victimSite);
    }

    private OptionalLong to() {
        return victimSite < 0 ? OptionalLong.empty() : findings.silenceTo(victimSite);
    }

    /** The outcome for people, some lines. */
    String text() {
        StringBuilder out = new StringBuilder(fault.text());
        victim.ifPresent(name -> out.append(" (").append(name).append(")"));
        out.append(String.format(": lost %d, duplicated %d, reordered %d", findings.lost(), findings.duplicated(),
                findings.reordered()));
        if (unstable > 0) {
            out.append(String.format(", not known to be stable %d", unstable));
        }
        findings.worst().ifPresent(pair -> out.append(String.format("%n  most lost: %d from %s at %s", pair.lost(),
                pair.source().name(), pair.receiver().name())));
        out.append(String.format("%n  longest silence: "));
        if (victimSite >= 0) {
            out.append(String.format("from its site %s, to its site %s, ", seconds(from()), seconds(to())));
        }
        out.append(String.format("between %ssites %s%n  rate back at 80 %% after %s", victimSite >= 0 ? "the other " : "",
                seconds(findings.silenceWithout(victimSite)), seconds(findings.backAfterNanos())));
        events.forEach(event -> out.append(String.format("%n  told by %s", event)));
        resumed.ifPresent(again -> {
            out.append(String.format("%n  resumed: gaps %d, duplicated %d, reordered %d%s", again.gaps(),
                    again.duplicated(), again.reordered(), again.ended() ? "" : "; it had to be killed"));
            again.events().forEach(event -> out.append(String.format("%n    it told: %s", event)));
        });
        return out.toString();
    }

    private static String seconds(OptionalLong nanos) {
        return nanos.isPresent() ? String.format(Locale.ROOT, "%.2f s", nanos.getAsLong() / 1e9) : "-";
    }
}
