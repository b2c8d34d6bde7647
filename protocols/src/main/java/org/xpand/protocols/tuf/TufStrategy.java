package org.xpand.protocols.tuf;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.xpand.protocols.strategy.RateHop;
import org.xpand.protocols.strategy.RateReceiver;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.strategy.RateStrategy;

/** TUF. Randomness chooses each source's phase and each hop's incarnation. Immutable and thread-safe. */
public final class TufStrategy implements RateStrategy {
    /** Name of the strategy in settings. */
    public static final String NAME = "tuf";

    /** Rate for the announcements of numbers of a layered group, units per second. */
    private static final double WORDS = 10;

    private final TufConfig config;
    private final Map<String, ThresholdRule> links;
    /** b_i in units per second. */
    private final double[] reserved;
    /** Whether all packets must arrive. */
    private final boolean complete;

    /**
     * Creates the strategy with these constants, which hold for all links.
     *
     * @param config the constants
     */
    public TufStrategy(TufConfig config) {
        this(config, Map.of());
    }

    /**
     * Creates the strategy with these constants.
     *
     * @param config the constants
     * @param links  the rule for the links to some sites, by their names, instead of the one in {@code config}
     */
    public TufStrategy(TufConfig config, Map<String, ThresholdRule> links) {
        this(config, links, new double[0], false);
    }

    private TufStrategy(TufConfig config, Map<String, ThresholdRule> links, double[] reserved,
                        boolean complete) {
        this.config = Objects.requireNonNull(config);
        this.links = Map.copyOf(links);
        this.reserved = reserved;
        this.complete = complete;
    }

    /**
     * The constants in use.
     *
     * @return those passed to the constructor
     */
    public TufConfig config() {
        return config;
    }

    @Override
    public String settings() {
        return config.toString();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public RateSource newSource(RandomGenerator random) {
        long phase = random.nextLong(config.periodNanos());
        return complete ? TufSource.reliable(config, phase) : new TufSource(config, new TagLayers(tags()), phase);
    }

    @Override
    public RateReceiver newReceiver(RandomGenerator random) {
        return new TufReceiver(config, complete ? config.baseInterval() : config.reportInterval());
    }

    @Override
    public Optional<RateHop> newHop(RandomGenerator random) {
        return Optional.of(new TufHop(config, random.nextLong()));
    }

    @Override
    public Optional<RateHop> newHop(String neighbour, RandomGenerator random) {
        ThresholdRule rule = links.getOrDefault(neighbour, config.hop().threshold());
        return Optional.of(new TufHop(config.withHop(config.hop().withThreshold(rule)), random.nextLong()));
    }

    /** {@inheritDoc} The base layer of TUF §4.2, with redundancy above it. */
    @Override
    public RateStrategy reliable() {
        return new TufStrategy(config, links, new double[0], true);
    }

    @Override
    public double redundancy() {
        return complete ? config.redundancy() : 0;
    }

    @Override
    public boolean hasLayers() {
        return true;
    }

    /**
     * {@inheritDoc}
     *
     * <p>One tag is used for {@link TufConfig#unit} bytes, so small packets use more tags than their bytes would require.
     */
    @Override
    public RateStrategy layered(List<Double> bytesPerSecond) {
        if (bytesPerSecond.size() + 1 > TagLayers.MAX_LAYERS) {
            throw new IllegalArgumentException("layered group with " + bytesPerSecond.size() + " reserved rates: accepted "
                    + "are up to " + (TagLayers.MAX_LAYERS - 1));
        }
        double[] units = new double[bytesPerSecond.size() + 1];
        units[0] = WORDS;
        for (int i = 1; i < units.length; i++) {
            units[i] = bytesPerSecond.get(i - 1) / config.packetSize() * config.layerHeadroom();
        }
        return new TufStrategy(config, links, units, false);
    }

    /** b_i/B0 (TUF §3.1.2). */
    private long[] tags() {
        long[] tags = new long[reserved.length];
        for (int i = 0; i < tags.length; i++) {
            tags[i] = Math.max(1, Math.round(reserved[i] / config.b0()));
        }
        return tags;
    }
}
