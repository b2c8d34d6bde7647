package org.xpand.simulator;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Reads the JSON form of a {@link WanProfile}, see there. */
final class WanProfileReader {
    static final Set<String> FIELDS = JsonFields.names("description", "sites", "default", "links");
    private static final Set<String> LINK_FIELDS = JsonFields.names(JsonFields.names("from", "to", "both"), LinkFields.NAMES);
    private static final Pattern SITE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final int SITES_LISTED = 20;

    private final String profileName;
    private final JsonFields root;
    private final List<String> namedSites;

    private WanProfileReader(String profileName, JsonFields root, List<String> namedSites) {
        this.profileName = profileName;
        this.root = root;
        this.namedSites = namedSites;
    }

    /**
     * @param document name of the document in errors
     * @param sites    requested number of sites, 1 to {@link WanProfile#MAX_SITES}; empty for all
     */
    static WanProfile read(String profileName, String document, String json, OptionalInt sites) {
        return read(profileName, JsonFields.parse(document, json, FIELDS), sites);
    }

    static WanProfile read(String profileName, JsonFields root, OptionalInt sites) {
        return new WanProfileReader(profileName, root, namedSites(root)).profile(sites);
    }

    private WanProfile profile(OptionalInt count) {
        LinkModelSettings defaults = LinkFields.read(root.object("default", LinkFields.NAMES), LinkModelSettings.PERFECT);
        int built = namedSites.isEmpty() ? count.orElse(WanProfile.DEFAULT_SITES) : namedSites.size();
        List<String> sites = namedSites.isEmpty()
                ? IntStream.rangeClosed(1, built).mapToObj(number -> "site" + number).toList() : namedSites;
        LinkModelSettings[][] matrix = new LinkModelSettings[built][built];
        for (LinkModelSettings[] row : matrix) {
            Arrays.fill(row, defaults);
        }
        applyLinks(sites, defaults, matrix);
        WanProfile profile = new WanProfile(profileName, root.text("description", ""), sites, matrix);
        return count.isEmpty() ? profile : profile.firstSites(count.getAsInt());
    }

    private void applyLinks(List<String> sites, LinkModelSettings defaults, LinkModelSettings[][] matrix) {
        List<JsonFields> links = root.objects("links", LINK_FIELDS);
        if (!links.isEmpty() && namedSites.isEmpty()) {
            throw root.error("links", "refused without \"sites\", which says what their ends are");
        }
        Map<String, Integer> indexes = WanProfile.indexes(sites);
        String[][] givenBy = new String[sites.size()][sites.size()];
        for (JsonFields link : links) {
            int from = site(link, "from", indexes, sites);
            int to = site(link, "to", indexes, sites);
            if (from == to) {
                throw link.error("to", "\"" + sites.get(to) + "\" is the site the link comes from");
            }
            LinkModelSettings settings = LinkFields.read(link, defaults);
            set(link, sites, from, to, settings, matrix, givenBy);
            if (link.flag("both")) {
                set(link, sites, to, from, settings, matrix, givenBy);
            }
        }
    }

    private static void set(JsonFields link, List<String> sites, int from, int to, LinkModelSettings settings,
                            LinkModelSettings[][] matrix, String[][] givenBy) {
        if (givenBy[from][to] != null) {
            throw link.error("from", "the link from \"" + sites.get(from) + "\" to \"" + sites.get(to)
                    + "\" is given by " + givenBy[from][to] + " already");
        }
        givenBy[from][to] = link.path();
        matrix[from][to] = settings;
    }

    private static int site(JsonFields link, String end, Map<String, Integer> indexes, List<String> sites) {
        String name = link.text(end);
        Integer index = indexes.get(name);
        if (index == null) {
            throw link.error(end, JsonFields.quote(name) + " is none of the sites "
                    + String.join(", ", sites.subList(0, Math.min(SITES_LISTED, sites.size())))
                    + (sites.size() > SITES_LISTED ? ", …" : ""));
        }
        return index;
    }

    private static List<String> namedSites(JsonFields root) {
        List<String> sites = root.texts("sites");
        if (root.has("sites") && (sites.isEmpty() || sites.size() > WanProfile.MAX_SITES)) {
            throw root.error("sites", sites.size() + " sites: accepted are 1 to " + WanProfile.MAX_SITES
                    + ", or no field \"sites\" for a profile of any number");
        }
        Set<String> seen = new HashSet<>();
        for (String site : sites) {
            if (!SITE_NAME.matcher(site).matches()) {
                throw root.elementError("sites", seen.size(), JsonFields.quote(site) + " is not a site name: accepted "
                        + "are 1 to 64 letters, digits, '.', '-' and '_', beginning with a letter or a digit");
            }
            if (!seen.add(site)) {
                throw root.elementError("sites", seen.size(), "\"" + site + "\" is there twice");
            }
        }
        return sites;
    }
}
