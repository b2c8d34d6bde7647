package org.xpand.simulator;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Sites and the links between them, one in each direction of each pair: a built-in profile, or a JSON file like
 *
 * <pre>{@code
 * {"description": "two sites near each other, one far away",
 *  "sites": ["a", "b", "c"],
 *  "default": {"delayMs": 20, "rateMbps": 20, "lossPercent": 0.1, "queuePackets": 100},
 *  "links": [{"from": "a", "to": "b", "both": true, "delayMs": 2},
 *            {"from": "c", "to": "a", "lossPercent": 2}]}
 * }</pre>
 *
 * A link has the settings of {@code default}, except those it gives itself; {@code both} means its other direction
 * too. Settings are {@code delayMs} and {@code jitterMs} (one way), {@code rateMbps} (10⁶ bit/s),
 * {@code queuePackets}, {@code queueBytes}, {@code lossPercent}, {@code reorderPercent}, {@code reorderMs},
 * {@code duplicatePercent}, {@code burstLoss} (an object of {@code lossPercent} and {@code burstPackets}), {@code red} (an
 * object of {@code minPackets}, {@code maxPackets}, {@code weight}, {@code maxProbability}, {@code gentle},
 * {@code packetBytes}), as {@link LinkModelSettings} describes them; rate and queues may be {@code "unlimited"},
 * {@code burstLoss} and {@code red} {@code "off"}. Other settings are as in {@link LinkModelSettings#PERFECT}. Without
 * {@code sites} the profile has any number of them, called {@code site1}, {@code site2} and so on, and no {@code links}.
 * All fields are optional, unknown ones are refused.
 *
 * <p>Built in are {@code lan} (0.1 ms, no limits), {@code default} (20 ms, 20 Mbit/s, 0.1 % loss, 100 packets queued),
 * {@code lossy} (the same with 2 %), and {@code ron}, the six sites of the Xpand paper (§5) in an order in which the
 * paper's tree connects the first N without the others. In {@code ron} the delay of a pair is half the mean of both
 * directions' round-trip times in Table 1, its loss the cell of Table 2 (row = receiver, column = sender), the rate
 * 10 Mbit/s, the queue 100 packets. Table 2 was measured along the paper's tree: for the tree's five edges Zikit1–RON0,
 * RON0–RON33, RON33–RON45, RON45–RON2 and RON45–RON35 it is the loss of the edge, for the other pairs it is the loss of
 * the whole path between them and no property of a direct link. So theoretical rates for {@code ron} compose the edges' values
 * along the tree, and an overlay with other edges has losses that were never measured.
 *
 * <p>Immutable.
 */
public final class WanProfile {
    /** The most sites a profile may have. */
    public static final int MAX_SITES = 1000;
    /** Default number of sites of a profile without names of sites. */
    public static final int DEFAULT_SITES = 3;

    private static final List<String> BUILT_INS = List.of("default", "lan", "lossy", "ron");
    private static final long MAX_FILE_BYTES = 16_000_000;

    private final String name;
    private final String description;
    private final List<String> sites;
    private final Map<String, Integer> indexes;
    private final LinkModelSettings[][] links;

    WanProfile(String name, String description, List<String> sites, LinkModelSettings[][] links) {
        this.name = name;
        this.description = description;
        this.sites = List.copyOf(sites);
        this.indexes = indexes(sites);
        this.links = links;
    }

    /** The names of the built-in profiles. */
    public static List<String> builtIns() {
        return BUILT_INS;
    }

    /**
     * Loads a profile with all sites that it names, or with {@link #DEFAULT_SITES} if it names none.
     *
     * @throws IllegalArgumentException as {@link #load(String, int)}
     */
    public static WanProfile load(String nameOrFile) {
        return load(nameOrFile, OptionalInt.empty());
    }

    /**
     * Loads a profile with a number of sites: the first ones, if it names its sites.
     *
     * @param nameOrFile a built-in profile, or else the path of a JSON file
     * @param sites      1 to {@link #MAX_SITES}, and no more than the profile names
     * @throws IllegalArgumentException if there is no such profile, the file cannot be read or is malformed, or it has
     *                                  fewer sites; the message is one line and names the path of the wrong field
     */
    public static WanProfile load(String nameOrFile, int sites) {
        if (sites < 1 || sites > MAX_SITES) {
            throw new IllegalArgumentException("number of sites is " + sites + ": accepted is 1 to " + MAX_SITES);
        }
        return load(nameOrFile, OptionalInt.of(sites));
    }

    /**
     * The profile in a field of another document: a string for {@link #load(String)}, or the profile itself.
     *
     * @param sites requested number of sites, 1 to {@link #MAX_SITES}; empty for all
     * @throws IllegalArgumentException naming the path of the wrong field
     */
    public static WanProfile read(JsonFields document, String field, OptionalInt sites) {
        if (!document.isText(field)) {
            return WanProfileReader.read(field, document.object(field, WanProfileReader.FIELDS), sites);
        }
        try {
            return load(document.text(field), sites);
        } catch (IllegalArgumentException e) {
            throw document.error(field, e.getMessage());
        }
    }

    private static WanProfile load(String nameOrFile, OptionalInt sites) {
        if (BUILT_INS.contains(nameOrFile)) {
            return WanProfileReader.read(nameOrFile, "WAN profile " + nameOrFile, builtIn(nameOrFile), sites);
        }
        Path file = file(nameOrFile);
        return WanProfileReader.read(file.getFileName().toString(), "WAN file " + nameOrFile, content(file), sites);
    }

    /** The built-in profile's name, or the file's. */
    public String name() {
        return name;
    }

    /** Description of the profile; empty for none. */
    public String description() {
        return description;
    }

    /** The names of the sites, in the profile's order. */
    public List<String> sites() {
        return sites;
    }

    /**
     * The link from one site to another.
     *
     * @throws IllegalArgumentException if one of them is not in the profile, or they are the same
     */
    public LinkModelSettings link(String from, String to) {
        int row = indexOf(from);
        int column = indexOf(to);
        if (row == column) {
            throw new IllegalArgumentException("link from " + from + " to itself: accepted are two different sites");
        }
        return links[row][column];
    }

    /**
     * This profile with only its first sites.
     *
     * @throws IllegalArgumentException if the number is not between 1 and that of the sites
     */
    public WanProfile firstSites(int count) {
        if (count < 1 || count > sites.size()) {
            throw new IllegalArgumentException("number of sites is " + count + ": WAN profile " + name + " has "
                    + sites.size() + " (" + String.join(", ", sites) + ")");
        }
        return count == sites.size() ? this : new WanProfile(name, description, sites.subList(0, count), links);
    }

    /** Index of each site in a list. */
    static Map<String, Integer> indexes(List<String> sites) {
        Map<String, Integer> indexes = new HashMap<>();
        for (String site : sites) {
            indexes.put(site, indexes.size());
        }
        return indexes;
    }

    private int indexOf(String site) {
        Integer index = indexes.get(site);
        if (index == null) {
            throw new IllegalArgumentException("site '" + site + "' is not in WAN profile " + name + ": accepted are "
                    + String.join(", ", sites));
        }
        return index;
    }

    private static String builtIn(String profile) {
        try (InputStream stream = WanProfile.class.getResourceAsStream("wan/" + profile + ".json")) {
            if (stream == null) {
                throw new IllegalStateException("WAN profile " + profile + " is missing on the class path");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("WAN profile " + profile + " on the class path cannot be read", e);
        }
    }

    private static Path file(String name) {
        try {
            Path path = Path.of(name);
            if (Files.isRegularFile(path)) {
                return path;
            }
        } catch (InvalidPathException e) {
            throw neitherNorFile(name, e);
        }
        throw neitherNorFile(name, null);
    }

    private static IllegalArgumentException neitherNorFile(String name, Throwable cause) {
        return new IllegalArgumentException("WAN profile '" + name + "' is neither a built-in profile ("
                + String.join(", ", BUILT_INS) + ") nor a file", cause);
    }

    private static String content(Path file) {
        try {
            long size = Files.size(file);
            if (size > MAX_FILE_BYTES) {
                throw new IllegalArgumentException("WAN file " + file + " has " + size + " bytes: accepted are up to "
                        + MAX_FILE_BYTES);
            }
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalArgumentException("WAN file " + file + " cannot be read: " + e, e);
        }
    }
}
