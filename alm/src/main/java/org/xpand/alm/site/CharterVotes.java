package org.xpand.alm.site;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.directory.CharterMessage;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.relay.SiteRoster;

/**
 * A delegate's part in changes of its groups' charters. A process requests a change, its delegate asks the other sites, and they
 * ask their processes. When all have announced that they can follow, the requesting delegate gives its processes the new charter.
 * From then on the change is made: a changed charter replaces the former one at every site that receives it, so absent sites follow
 * later. Before that it is not made: the question ends with the process that asks, and so do the answers to it.
 *
 * <p>Every message about a change is repeated as long as it is valid, in the rosters on the LAN and in the announcements between
 * sites, so that a new delegate finds it there. A site answers one question at a time; of two, the one with the smaller id goes on.
 * Pure; not thread-safe.
 */
final class CharterVotes {
    private final Function<String, Optional<String>> cannot;
    private final TreeMap<GroupName, Vote> votes = new TreeMap<>();
    private Map<GroupName, CharterNotice> notices = Map.of();

    /** The state of one group. */
    private static final class Vote {
        private CharterMessage promised = CharterMessage.NONE;
        private CharterMessage refusal = CharterMessage.NONE;
        private String made;
    }

    /** @param cannot why this process cannot follow a charter with this text; empty if it can */
    CharterVotes(Function<String, Optional<String>> cannot) {
        this.cannot = cannot;
    }

    /** The announcements for the site's processes, by group. */
    Map<GroupName, CharterNotice> notices() {
        return notices;
    }

    /**
     * Evaluates all messages about changes.
     *
     * @param own    the site's groups
     * @param site   the own site's name for display
     * @param others the other sites
     * @return the groups with the site's messages about changes
     */
    List<GroupInfo> look(List<GroupInfo> own, String site, SiteRoster roster, Collection<SiteInfo> others) {
        List<GroupInfo> announced = new ArrayList<>();
        TreeMap<GroupName, CharterNotice> found = new TreeMap<>();
        for (GroupInfo group : own) {
            TreeMap<String, GroupInfo> there = new TreeMap<>();
            others.forEach(each -> each.present(group.name().id()).ifPresent(its -> there.put(each.label(), its)));
            Vote vote = votes.computeIfAbsent(group.name(), name -> new Vote());
            Round round = new Round(vote, group, site, roster.charterMessages(group.name()), there);
            announced.add(group.withCharterMessage(round.charterMessage()));
            found.put(group.name(), round.notice());
        }
        votes.keySet().retainAll(found.keySet());
        // The same object as long as nothing has changed, so that the comparison is cheap.
        notices = found.equals(notices) ? notices : found;
        return announced;
    }

    /** One evaluation of one group. */
    private final class Round {
        private final Vote vote;
        private final String site;
        private final SortedMap<ProcessId, CharterMessage> messages;
        private final SortedMap<String, GroupInfo> others;
        private String charter;
        private final long ageMillis;
        private CharterMessage charterMessage = CharterMessage.NONE;
        private final List<String> awaited = new ArrayList<>();

        Round(Vote vote, GroupInfo group, String site, SortedMap<ProcessId, CharterMessage> messages, SortedMap<String, GroupInfo> others) {
            this.vote = vote;
            this.ageMillis = group.ageMillis();
            this.site = site;
            this.messages = messages;
            this.others = others;
            charter = vote.made == null ? group.strategy() : GroupService.later(group.strategy(), vote.made);
            others.values().forEach(each -> follow(each.strategy()));
            if (messages.values().stream().noneMatch(each -> each.is(CharterMessage.Kind.ASK, vote.refusal.id()))) {
                vote.refusal = CharterMessage.NONE;
            }
            choose();
            if (!vote.promised.equals(CharterMessage.NONE)) {
                vote();
            }
            if (awaited.isEmpty()) {
                others.forEach((name, its) -> await(name, its.strategy().equals(charter)));
            }
        }

        /**
         * Another site has this charter. A charter without a vote here is accepted if possible: not if it has been changed more
         * often than a site can have missed, nor, as long as some other site has not followed it either, if this process cannot
         * follow it.
         */
        private void follow(String its) {
            String later = GroupService.later(charter, its);
            boolean alone = others.values().stream().allMatch(each -> GroupService.later(charter, each.strategy()).equals(each.strategy())
                    && !each.strategy().equals(charter));
            if (GroupService.isPossible(charter, later) && (alone || cannot.apply(later).isEmpty())) {
                charter = later;
            }
        }

        private void await(String name, boolean done) {
            if (!done) {
                awaited.add(name);
            }
        }

        /** Chooses the question to answer: the current one, else the one with the least id. */
        private void choose() {
            TreeMap<Long, CharterMessage> here = questions(messages.values());
            TreeMap<Long, CharterMessage> there = questions(others.values().stream().map(GroupInfo::charterMessage).toList());
            TreeMap<Long, CharterMessage> all = new TreeMap<>(there);
            all.putAll(here);
            CharterMessage promised = vote.promised;
            boolean stands = all.containsKey(promised.id());
            boolean overruled = here.containsKey(promised.id()) && !there.isEmpty() && there.firstKey() < promised.id();
            if (!stands || overruled) {
                vote.promised = all.isEmpty() ? CharterMessage.NONE : overruled ? there.firstEntry().getValue() : all.firstEntry().getValue();
            }
            here.values().stream().filter(each -> each.id() != vote.promised.id()).findFirst()
                    .ifPresent(each -> refuse(each, "another change of the group is in progress"));
        }

        /** The questions that refer to the current charter. */
        private TreeMap<Long, CharterMessage> questions(Collection<CharterMessage> answers) {
            TreeMap<Long, CharterMessage> questions = new TreeMap<>();
            for (CharterMessage each : answers) {
                if (each.kind() == CharterMessage.Kind.ASK && each.id() != vote.refusal.id() && isNext(each.text())) {
                    questions.put(each.id(), each);
                }
            }
            return questions;
        }

        private boolean isNext(String text) {
            try {
                GroupService now = GroupService.parse(charter);
                GroupService next = GroupService.parse(text);
                return next.replaces(now) && next.changes() == now.changes() + 1;
            } catch (IllegalArgumentException e) {
                // From another version: no process could follow.
                return false;
            }
        }

        private void refuse(CharterMessage question, String why) {
            vote.refusal = CharterMessage.no(question.id(), why);
        }

        private void vote() {
            CharterMessage question = vote.promised;
            boolean asked = messages.values().stream().anyMatch(each -> each.is(CharterMessage.Kind.ASK, question.id()));
            Optional<String> no = cannot.apply(question.text()).or(() -> refusal(messages.values(), question.id()));
            boolean all = messages.values().stream().allMatch(each -> each.is(CharterMessage.Kind.YES, question.id())
                    || each.is(CharterMessage.Kind.ASK, question.id()));
            if (!asked) {
                charterMessage = no.map(why -> CharterMessage.no(question.id(), why)).orElse(all ? CharterMessage.yes(question.id())
                        : CharterMessage.NONE);
                return;
            }
            no = no.map(why -> "site " + site + ": " + why).or(() -> refusalThere(question.id()));
            if (no.isPresent()) {
                refuse(question, no.get());
                vote.promised = CharterMessage.NONE;
                return;
            }
            charterMessage = question;
            await(site, all);
            others.forEach((name, its) -> await(name, its.charterMessage().is(CharterMessage.Kind.YES, question.id()) && its.strategy()
                    .equals(charter)));
            if (awaited.isEmpty()) {
                vote.made = question.text();
                charter = vote.made;
                vote.promised = CharterMessage.NONE;
                charterMessage = CharterMessage.NONE;
            }
        }

        private Optional<String> refusalThere(long question) {
            return others.entrySet().stream().filter(each -> each.getValue().charterMessage().is(CharterMessage.Kind.NO, question))
                    .map(each -> "site " + each.getKey() + ": " + each.getValue().charterMessage().text()).findFirst();
        }

        private static Optional<String> refusal(Collection<CharterMessage> answers, long question) {
            return answers.stream().filter(each -> each.is(CharterMessage.Kind.NO, question)).map(CharterMessage::text).findFirst();
        }

        CharterMessage charterMessage() {
            return charterMessage;
        }

        CharterNotice notice() {
            return new CharterNotice(charter, ageMillis, vote.promised, vote.refusal, String.join(", ", awaited));
        }
    }
}
