package org.xpand.examples.drill;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * What the survivors of a fault received, compared with what they should have received.
 *
 * <p>From a source that reported how much it had sent, everything is expected. From a source that died, everything is expected that
 * any survivor received. Silences and rates are those of flows between sites, from sources that survived.
 *
 * @param pairs what each survivor received from each source
 */
record DrillFindings(List<Pair> pairs) {
    DrillFindings {
        pairs = List.copyOf(pairs);
    }

    /**
     * A source.
     *
     * @param name    its name
     * @param site    index of its site
     * @param process incarnation of its process
     * @param alive   whether it survived
     * @param sent    how many messages it sent, if it reported that
     */
    record Source(String name, int site, long process, boolean alive, OptionalLong sent) {
    }

    /**
     * A survivor.
     *
     * @param name  its name
     * @param site  index of its site
     * @param flows what it received, by process; other processes do not count
     */
    record Receiver(String name, int site, Map<Long, Flow> flows) {
    }

    /**
     * What one survivor received from one source.
     *
     * @param receiver       the survivor
     * @param source         the source
     * @param lost           expected and not delivered
     * @param duplicated     delivered more than once
     * @param reordered      delivered after a later one
     * @param silenceNanos   longest silence after the fault
     * @param silentNanos    when it began, after the start of the measurement
     * @param mendedNanos    longest silence after the end of the fault
     * @param rateMeanwhile  messages per second during the fault
     * @param backAfterNanos when the rate was back at 80 %; empty if it was not
     */
    record Pair(Receiver receiver, Source source, long lost, long duplicated, long reordered, long silenceNanos,
                long silentNanos, long mendedNanos, double rateMeanwhile, OptionalLong backAfterNanos) {
        boolean isBetweenSites() {
            return receiver.site != source.site && source.alive;
        }
    }

    /** Compares the receivers' flows with the sources' counts. */
    static DrillFindings of(List<Source> sources, List<Receiver> receivers) {
        List<Pair> pairs = new ArrayList<>();
        for (Source source : sources) {
            BitSet wanted = wanted(source, receivers);
            for (Receiver receiver : receivers) {
                Flow flow = receiver.flows.get(source.process);
                if (flow == null) {
                    throw new IllegalStateException(receiver.name + " received nothing from " + source.name);
                }
                BitSet lost = (BitSet) wanted.clone();
                lost.andNot(flow.numbers());
                pairs.add(new Pair(receiver, source, lost.cardinality(), flow.duplicates(), flow.reordered(),
                        flow.longestSilenceNanos(), flow.longestSilenceFromNanos(), flow.silenceSinceMendNanos(), flow.rateMeanwhile(),
                        flow.backAfterNanos()));
            }
        }
        return new DrillFindings(pairs);
    }

    private static BitSet wanted(Source source, List<Receiver> receivers) {
        BitSet wanted = new BitSet();
        if (source.sent.isPresent()) {
            wanted.set(0, Math.toIntExact(source.sent.getAsLong()));
        } else {
            receivers.stream().map(receiver -> receiver.flows.get(source.process)).filter(flow -> flow != null)
                    .forEach(flow -> wanted.or(flow.numbers()));
        }
        return wanted;
    }

    long lost() {
        return pairs.stream().mapToLong(Pair::lost).sum();
    }

    long duplicated() {
        return pairs.stream().mapToLong(Pair::duplicated).sum();
    }

    long reordered() {
        return pairs.stream().mapToLong(Pair::reordered).sum();
    }

    /** Whether nothing was lost, duplicated or reordered. */
    boolean isClean() {
        return lost() + duplicated() + reordered() == 0;
    }

    /** Returns the longest silence of this site's messages at members of other sites; empty if it sent nothing. */
    OptionalLong silenceFrom(int site) {
        return silence(pair -> pair.source.site == site);
    }

    /** Returns the longest silence at members of this site, of other sites' messages. */
    OptionalLong silenceTo(int site) {
        return silence(pair -> pair.receiver.site == site);
    }

    /** Returns the longest silence between the other sites. */
    OptionalLong silenceWithout(int site) {
        return silence(pair -> pair.receiver.site != site && pair.source.site != site);
    }

    /** Returns the longest silence between sites after the end of the fault. */
    OptionalLong silenceSinceMend() {
        return pairs.stream().filter(Pair::isBetweenSites).mapToLong(Pair::mendedNanos).max();
    }

    /** Returns the messages per second of the flows between sites during the fault. */
    DoubleSummaryStatistics ratesMeanwhile() {
        return pairs.stream().filter(Pair::isBetweenSites).mapToDouble(Pair::rateMeanwhile).summaryStatistics();
    }

    /** Returns the pair of different sites with the longest silence; empty if no site sent anything to another one. */
    Optional<Pair> mostSilent() {
        return pairs.stream().filter(Pair::isBetweenSites).max(Comparator.comparingLong(Pair::silenceNanos));
    }

    private OptionalLong silence(Predicate<Pair> which) {
        return pairs.stream().filter(Pair::isBetweenSites).filter(which).mapToLong(Pair::silenceNanos).max();
    }

    /** Returns when the last flow between sites was back at 80 % of its rate; empty if one was not. */
    OptionalLong backAfterNanos() {
        List<OptionalLong> all = pairs.stream().filter(Pair::isBetweenSites).map(Pair::backAfterNanos).toList();
        return all.stream().allMatch(OptionalLong::isPresent) ? all.stream().mapToLong(OptionalLong::getAsLong).max()
                : OptionalLong.empty();
    }

    /** Returns the pair with the most losses, if there are any. */
    Optional<Pair> worst() {
        return pairs.stream().filter(pair -> pair.lost > 0).max((a, b) -> Long.compare(a.lost, b.lost));
    }
}
