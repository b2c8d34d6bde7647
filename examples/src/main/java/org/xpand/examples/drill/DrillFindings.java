package org.xpand.examples.drill;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * What the survivors of a fault were handed, compared with what they should have been.
 *
 * <p>Of a source that told how much it had sent, everything is wanted. Of a source that died, everything is wanted that
 * any survivor was handed. Silences and rates are of flows between sites, from sources that lived.
 *
 * @param pairs what each survivor was handed of each source
 */
record DrillFindings(List<Pair> pairs) {
    DrillFindings {
        pairs = List.copyOf(pairs);
    }

    /**
     * A source.
     *
     * @param name    what it is called
     * @param site    index of its site
     * @param process incarnation of its process
     * @param alive   whether it lived on
     * @param sent    how many messages it sent, if it told
     */
    record Source(String name, int site, long process, boolean alive, OptionalLong sent) {
    }

    /**
     * A survivor.
     *
     * @param name  what it is called
     * @param site  index of its site
     * @param flows what it was handed, by process; those of other processes do not count
     */
    record Receiver(String name, int site, Map<Long, Flow> flows) {
    }

    /**
     * What one survivor was handed of one source.
     *
     * @param receiver       the survivor
     * @param source         the source
     * @param lost           wanted and not delivered
     * @param duplicated     delivered more than once
     * @param reordered      delivered behind a later one
     * @param silenceNanos   longest silence after the fault
     * @param mendedNanos    longest silence after it was mended
     * @param rateMeanwhile  messages per second while the fault lasted
     * @param backAfterNanos when the rate was back at 80 %; empty if it was not
     */
    record Pair(Receiver receiver, Source source, long lost, long duplicated, long reordered, long silenceNanos,
                long mendedNanos, double rateMeanwhile, OptionalLong backAfterNanos) {
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
                        flow.longestSilenceNanos(), flow.silenceSinceMendNanos(), flow.rateMeanwhile(), flow.backAfterNanos()));
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

    /** The longest silence of what this site sent, at members of other sites; empty if it sent nothing. */
    OptionalLong silenceFrom(int site) {
        return silence(pair -> pair.source.site == site);
    }

    /** The longest silence at members of this site, of what other sites sent. */
    OptionalLong silenceTo(int site) {
        return silence(pair -> pair.receiver.site == site);
    }

    /** The longest silence between the other sites. */
    OptionalLong silenceWithout(int site) {
        return silence(pair -> pair.receiver.site != site && pair.source.site != site);
    }

    /** The longest silence between sites after the fault was mended. */
    OptionalLong silenceSinceMend() {
        return pairs.stream().filter(Pair::isBetweenSites).mapToLong(Pair::mendedNanos).max();
    }

    /** Messages per second of the slowest flow between sites while the fault lasted. */
    double rateMeanwhile() {
        return pairs.stream().filter(Pair::isBetweenSites).mapToDouble(Pair::rateMeanwhile).min().orElse(0);
    }

    private OptionalLong silence(Predicate<Pair> which) {
        return pairs.stream().filter(Pair::isBetweenSites).filter(which).mapToLong(Pair::silenceNanos).max();
    }

    /** When the last flow between sites was back at 80 % of its rate; empty if one was not. */
    OptionalLong backAfterNanos() {
        List<OptionalLong> all = pairs.stream().filter(Pair::isBetweenSites).map(Pair::backAfterNanos).toList();
        return all.stream().allMatch(OptionalLong::isPresent) ? all.stream().mapToLong(OptionalLong::getAsLong).max()
                : OptionalLong.empty();
    }

    /** The pair that lost most, if one lost anything. */
    Optional<Pair> worst() {
        return pairs.stream().filter(pair -> pair.lost > 0).max((a, b) -> Long.compare(a.lost, b.lost));
    }
}
