package org.xpand.examples.drill;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.xpand.examples.Json;

/**
 * The result of one fault.
 *
 * @param fault      the fault
 * @param victims    the victims; empty if it was no process
 * @param victimSite index of the affected site, or -1
 * @param findings   what the survivors received
 * @param unstable   messages that surviving senders left without knowing that all members have them
 * @param events     what the survivors reported since the fault, except changes of delegates and views
 * @param resumed    reports of processes that were resumed or restarted
 * @param probes     datagrams per second into cut paths, after they could be known to be cut
 * @param equation   messages per second that arrive at the rate of Eq. 1 during the fault, if required
 * @param late       how late this machine was from before the fault until the end of the load
 */
record Outcome(Fault fault, String victims, int victimSite, DrillFindings findings, long unstable, List<Reported> events,
               List<Resumed> resumed, OptionalDouble probes, OptionalDouble equation, Lateness.Found late) {
    private static final double NANOS_PER_SECOND = 1e9;

    Outcome {
        events = List.copyOf(events);
        resumed = List.copyOf(resumed);
    }

    /**
     * An event that a process reported.
     *
     * @param seconds after the fault
     */
    record Reported(double seconds, String who, String kind, String text) {
    }

    /**
     * A process that was stopped and resumed, or killed and restarted. One that was stopped may have been excluded; then events
     * must report what it missed.
     *
     * @param name        its name
     * @param lacking     for one that hung and continued: messages of surviving senders that it finally lacks
     * @param gaps        numbers missing in what it received
     * @param duplicated  repeated deliveries
     * @param reordered   deliveries after a later one
     * @param events      what it reported since the fault
     * @param ended       whether it left in time and reported these counts; otherwise they are from its trace so far
     * @param joinedNanos for a restarted process: from then until it had received a message of every sender
     */
    record Resumed(String name, OptionalLong lacking, long gaps, long duplicated, long reordered, List<Reported> events, boolean ended,
                   OptionalLong joinedNanos) {
        Resumed {
            events = List.copyOf(events);
        }
    }

    /** A requirement of the fault, and whether it was met. */
    record Verdict(String text, boolean met) {
    }

    /** Whether nothing was lost except what may be, and nothing duplicated or reordered. */
    boolean isClean() {
        boolean mayLose = fault.aims().reportedGaps() && events.stream().anyMatch(event -> event.kind.equals("GAP"));
        return findings.duplicated() + findings.reordered() == 0 && (mayLose || findings.lost() == 0);
    }

    /** Returns the requirements of the fault and whether they were met. */
    List<Verdict> verdicts() {
        Aims aims = fault.aims();
        List<Verdict> all = new ArrayList<>();
        all.add(new Verdict("nothing lost" + (aims.reportedGaps() ? " without a gap event" : ""), isClean()));
        within(all, "silence from and to the site", aims.victimSeconds(), max(from(), to()));
        within(all, "silence between the others", aims.othersSeconds(), findings.silenceWithout(victimSite));
        within(all, "silence after the mend", aims.mendedSeconds(), findings.silenceSinceMend());
        resumed.forEach(each -> each.lacking.ifPresent(lacking -> all.add(new Verdict(each.name + " lacks " + lacking
                + " messages in the end", lacking == 0))));
        resumed.forEach(each -> within(all, each.name + " there again", aims.joinedSeconds(), each.joinedNanos));
        probes.ifPresent(rate -> {
            if (aims.probes() < Double.POSITIVE_INFINITY) {
                all.add(new Verdict(String.format(Locale.ROOT, "into the cut %.1f datagrams/s of %.0f", rate, aims.probes()),
                        rate <= aims.probes()));
            }
        });
        equation.ifPresent(least -> all.add(new Verdict(String.format(Locale.ROOT, "flows %.1f msg/s of %.1f on average, the slowest %.1f",
                findings.ratesMeanwhile().getAverage(), least, findings.ratesMeanwhile().getMin()),
                findings.ratesMeanwhile().getAverage() >= least)));
        aims.reported().ifPresent(kind -> all.add(new Verdict("reported by event " + kind,
                events.stream().anyMatch(event -> event.kind.equals(kind)))));
        return all;
    }

    private static void within(List<Verdict> all, String what, double aimSeconds, OptionalLong nanos) {
        if (aimSeconds < Double.POSITIVE_INFINITY && nanos.isPresent()) {
            all.add(new Verdict(String.format(Locale.ROOT, "%s %s of %.0f s", what, seconds(nanos), aimSeconds),
                    nanos.getAsLong() / NANOS_PER_SECOND <= aimSeconds));
        }
    }

    private static OptionalLong max(OptionalLong a, OptionalLong b) {
        return a.isEmpty() ? b : b.isEmpty() || a.getAsLong() > b.getAsLong() ? a : b;
    }

    /** Whether all requirements were met. */
    boolean meetsAims() {
        return verdicts().stream().allMatch(Verdict::met);
    }

    ObjectNode json() {
        ObjectNode out = Json.object("fault").put("fault", fault.text()).put("victim", victims.isEmpty() ? null : victims)
                .put("lost", findings.lost()).put("duplicated", findings.duplicated())
                .put("reordered", findings.reordered()).put("unstable", unstable).put("meetsAims", meetsAims());
        putSeconds(out, "silenceFromSeconds", from());
        putSeconds(out, "silenceToSeconds", to());
        putSeconds(out, "silenceBetweenOthersSeconds", findings.silenceWithout(victimSite));
        putSeconds(out, "silenceAfterMendSeconds", findings.silenceSinceMend());
        putSeconds(out, "backAfterSeconds", findings.backAfterNanos());
        probes.ifPresent(rate -> out.put("probesPerSecond", rate));
        out.putObject("lateMs").put("p99", late.p99()).put("worst", late.worst());
        ArrayNode aims = out.putArray("aims");
        verdicts().forEach(verdict -> aims.addObject().put("aim", verdict.text).put("met", verdict.met));
        ArrayNode pairs = out.putArray("pairs");
        for (DrillFindings.Pair pair : findings.pairs()) {
            ObjectNode each = pairs.addObject().put("receiver", pair.receiver().name())
                    .put("source", pair.source().name()).put("lost", pair.lost()).put("duplicated", pair.duplicated())
                    .put("reordered", pair.reordered()).put("silenceSeconds", pair.silenceNanos() / NANOS_PER_SECOND)
                    .put("rateMeanwhile", pair.rateMeanwhile());
            putSeconds(each, "backAfterSeconds", pair.backAfterNanos());
        }
        write(out.putArray("events"), events);
        ArrayNode processes = out.putArray("resumed");
        for (Resumed again : resumed) {
            ObjectNode each = processes.addObject().put("name", again.name).put("gaps", again.gaps())
                    .put("duplicated", again.duplicated()).put("reordered", again.reordered()).put("ended", again.ended());
            again.lacking.ifPresent(lacking -> each.put("lacking", lacking));
            putSeconds(each, "joinedAfterSeconds", again.joinedNanos);
            write(each.putArray("events"), again.events);
        }
        return out;
    }

    private static void write(ArrayNode out, List<Reported> events) {
        events.forEach(event -> out.addObject().put("seconds", event.seconds).put("who", event.who).put("kind", event.kind).put("text", event.text));
    }

    private static void putSeconds(ObjectNode out, String field, OptionalLong nanos) {
        if (nanos.isPresent()) {
            out.put(field, nanos.getAsLong() / NANOS_PER_SECOND);
        } else {
            out.putNull(field);
        }
    }

    OptionalLong from() {
        return victimSite < 0 ? OptionalLong.empty() : findings.silenceFrom(victimSite);
    }

    OptionalLong to() {
        return victimSite < 0 ? OptionalLong.empty() : findings.silenceTo(victimSite);
    }

    /** Returns how long the last restarted process took to have received a message of every sender; empty if none was restarted. */
    OptionalLong joined() {
        return resumed.stream().map(Resumed::joinedNanos).filter(OptionalLong::isPresent).mapToLong(OptionalLong::getAsLong).max();
    }

    /** Returns the result for people, some lines. */
    String text() {
        StringBuilder out = new StringBuilder(fault.text());
        if (!victims.isEmpty()) {
            out.append(" (").append(victims).append(")");
        }
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
        out.append(String.format("%n  this machine was late by ").concat(late.text()));
        events.forEach(event -> out.append(String.format(Locale.ROOT, "%n  event after %.1f s at %s: %s",
                event.seconds, event.who, event.text)));
        for (Resumed again : resumed) {
            out.append(String.format("%n  %s again: gaps %d, duplicated %d, reordered %d%s%s", again.name, again.gaps(),
                    again.duplicated(), again.reordered(), again.joinedNanos.isPresent() ? ", receives from every sender after "
                            + seconds(again.joinedNanos) : "", again.ended() ? "" : "; it had to be killed"));
            again.events().forEach(event -> out.append(String.format(Locale.ROOT, "%n    event after %.1f s: %s",
                    event.seconds, event.text)));
        }
        verdicts().forEach(verdict -> out.append(String.format("%n  %s %s", verdict.met ? "met   " : "MISSED", verdict.text)));
        return out.toString();
    }

    static String seconds(OptionalLong nanos) {
        return nanos.isEmpty() ? "-" : nanos.getAsLong() > Long.MAX_VALUE / 2 ? "never"
                : String.format(Locale.ROOT, "%.2f s", nanos.getAsLong() / NANOS_PER_SECOND);
    }
}
