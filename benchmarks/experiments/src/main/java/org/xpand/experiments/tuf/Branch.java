package org.xpand.experiments.tuf;

import java.util.ArrayList;
import java.util.List;
import org.xpand.simulator.measure.ThroughputRecorder;

/** A link of a group's tree and what comes behind it. */
final class Branch {
    private final HopEnd link;
    private final List<Branch> branches = new ArrayList<>();
    private final List<Member> members = new ArrayList<>();
    private final ThroughputRecorder carried = new ThroughputRecorder(0, FilteredNetwork.SECOND);
    private Watcher watcher = tag -> { };

    /** Is notified of the tags of packets that came over the link. */
    interface Watcher {
        void passed(long tag);
    }

    Branch(HopEnd link) {
        this.link = link;
    }

    HopEnd link() {
        return link;
    }

    /** What came over the link. */
    ThroughputRecorder carried() {
        return carried;
    }

    void watch(Watcher newWatcher) {
        watcher = newWatcher;
    }

    /** All members behind the link. */
    List<Member> behind() {
        List<Member> all = new ArrayList<>(members);
        branches.forEach(each -> all.addAll(each.behind()));
        return all;
    }

    /** This branch and all behind it. */
    List<Branch> all() {
        List<Branch> all = new ArrayList<>(List.of(this));
        branches.forEach(each -> all.addAll(each.all()));
        return all;
    }

    void join(Member member, List<HopEnd> rest) {
        if (rest.isEmpty()) {
            members.add(member);
        } else {
            find(branches, rest.get(0)).join(member, rest.subList(1, rest.size()));
        }
    }

    /** The branch over this link, made if it does not exist. */
    static Branch find(List<Branch> branches, HopEnd link) {
        for (Branch branch : branches) {
            if (branch.link == link) {
                return branch;
            }
        }
        Branch made = new Branch(link);
        branches.add(made);
        return made;
    }

    void offer(long number, int size, byte[] header, int headerLength, long nowNanos) {
        link.offer(this, number, size, header, headerLength, nowNanos);
    }

    void arrived(long number, int size, byte[] header, long nowNanos) {
        carried.add(size, nowNanos);
        watcher.passed(FilteredNetwork.tag(header));
        for (int i = 0; i < branches.size(); i++) {
            branches.get(i).offer(number, size, header, header.length, nowNanos);
        }
        for (int i = 0; i < members.size(); i++) {
            members.get(i).arrived(number, size, nowNanos);
        }
    }
}
