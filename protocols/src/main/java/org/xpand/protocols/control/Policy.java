package org.xpand.protocols.control;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.directory.GroupName;

/**
 * What the sites and processes that have the key may do. As text, a line each:
 *
 * <pre>
 *   join GROUP: SITE, SITE         only these sites may have members of the group
 *   delegate SITE: PROCESS, ...    only these processes may represent the site to other sites
 *   speak SITE: SITE, ...          besides its own, the certificates of these sites may represent the site
 *   revoke SERIAL                  this certificate is no longer trusted
 * </pre>
 *
 * <p>{@code *} in a list means all. Without a line everything is allowed. Empty lines and those that begin with {@code #} are
 * ignored. Immutable and thread-safe.
 */
public final class Policy {
    /** Everything is allowed to all that have the key. */
    public static final Policy NONE = new Policy("");

    private static final String ANY = "*";
    private static final int HEXADECIMAL = 16;
    private static final String ACCEPTED = "accepted are 'join GROUP: SITE, ...', 'delegate SITE: PROCESS, ...', "
            + "'speak SITE: SITE, ...' and 'revoke SERIAL'";

    private final String source;
    private final Map<GroupId, Rule> joins = new HashMap<>();
    private final Map<String, Rule> delegates = new HashMap<>();
    private final Map<String, Rule> speakers = new HashMap<>();
    private final Set<BigInteger> revoked = new HashSet<>();

    private record Rule(int line, Set<String> names) {
        private boolean allows(String name) {
            return names.contains(ANY) || names.contains(name);
        }
    }

    private Policy(String source) {
        this.source = source;
    }

    /**
     * {@return the policy of a text}
     *
     * @param text   the lines of a policy file, see {@code docs/security.md}
     * @param source its name, for messages
     * @throws IllegalArgumentException naming the source, the line and what is accepted
     */
    public static Policy parse(String text, String source) {
        Policy policy = new Policy(source);
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                try {
                    policy.add(line, i + 1);
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(source + ", line " + (i + 1) + ": " + e.getMessage());
                }
            }
        }
        return policy;
    }

    private void add(String line, int number) {
        String[] words = line.split("\\s+", 2);
        String rest = words.length < 2 ? "" : words[1];
        if (words[0].equals("revoke")) {
            try {
                revoked.add(new BigInteger(rest.replace(":", ""), HEXADECIMAL));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("revoke '" + rest + "': accepted is a serial number in hexadecimal digits, as "
                        + "'xpand key show' prints it");
            }
            return;
        }
        int colon = rest.indexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("'" + line + "': " + ACCEPTED);
        }
        String subject = rest.substring(0, colon).strip();
        Set<String> names = new HashSet<>();
        for (String name : rest.substring(colon + 1).split(",", -1)) {
            if (name.isBlank()) {
                throw new IllegalArgumentException("'" + line + "': a name is missing; " + ACCEPTED);
            }
            names.add(name.strip());
        }
        Rule before = switch (words[0]) {
            case "join" -> joins.put(new GroupName(subject).id(), new Rule(number, names));
            case "delegate" -> delegates.put(subject, new Rule(number, names));
            case "speak" -> speakers.put(subject, new Rule(number, names));
            default -> throw new IllegalArgumentException("'" + words[0] + "': " + ACCEPTED);
        };
        if (before != null) {
            throw new IllegalArgumentException("'" + words[0] + " " + subject + "' is in line " + before.line + " already; accepted is "
                    + "one line for each");
        }
    }

    /**
     * {@return why a site may not have members of a group; empty if it may}
     *
     * @param site  name of the site
     * @param group the group
     */
    public Optional<String> refusesJoin(String site, GroupName group) {
        return mayJoin(site, group.id()) ? Optional.empty() : Optional.of("group '" + group + "': site '" + site
                + "' may not join it" + by(joins.get(group.id())));
    }

    boolean mayJoin(String site, GroupId group) {
        Rule rule = joins.get(group);
        return rule == null || rule.allows(site);
    }

    /**
     * {@return why a process may not represent its site to other sites; empty if it may}
     *
     * @param site    name of its site
     * @param process name of the process in its certificate
     */
    public Optional<String> refusesDelegate(String site, String process) {
        Rule rule = delegates.get(site);
        return rule == null || rule.allows(process) ? Optional.empty() : Optional.of("site '" + site + "': process '" + process
                + "' may not be its delegate" + by(rule));
    }

    /**
     * {@return why a process with the certificate of a site may not represent another one; empty if it may}
     *
     * @param certified the site that its certificate names
     * @param site      the site that it announces
     */
    public Optional<String> refusesSpeaker(String certified, String site) {
        Rule rule = speakers.get(site);
        return certified.equals(site) || rule != null && rule.allows(certified) ? Optional.empty()
                : Optional.of("site '" + site + "': a certificate of site '" + certified + "' may not speak for it"
                + (rule == null ? "; accepted is its own" : by(rule)));
    }

    /**
     * {@return whether a certificate is no longer trusted}
     *
     * @param serial serial number of the certificate
     */
    public boolean isRevoked(BigInteger serial) {
        return revoked.contains(serial);
    }

    private String by(Rule rule) {
        return " (" + source + ", line " + rule.line + "); accepted are " + String.join(", ", new TreeSet<>(rule.names));
    }
}
