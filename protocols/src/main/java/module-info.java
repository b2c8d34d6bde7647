/**
 * What decides: rate control, reliability, allocation, groups, without input and output.
 * <p>{@code strategy}, {@code rate} and {@code wire} are what a rate control of somebody else's needs; the other packages that everybody may
 * read hold types that appear in the signatures of {@code org.xpand.core}.
 */
@SuppressWarnings("module") // the modules named below are built after this one
module org.xpand.protocols {
    // The names in certificates.
    requires java.naming;

    exports org.xpand.protocols.api;
    exports org.xpand.protocols.directory to org.xpand.alm, org.xpand.membership, org.xpand.core;
    exports org.xpand.protocols.rate;
    exports org.xpand.protocols.relay to org.xpand.alm, org.xpand.membership, org.xpand.core;
    exports org.xpand.protocols.keys;
    exports org.xpand.protocols.seal to org.xpand.alm, org.xpand.membership, org.xpand.core;
    exports org.xpand.protocols.stack to org.xpand.alm, org.xpand.membership, org.xpand.core;
    exports org.xpand.protocols.settings;
    exports org.xpand.protocols.strategy;
    exports org.xpand.protocols.wire;
    exports org.xpand.protocols.allocation to org.xpand.alm, org.xpand.membership, org.xpand.core;
    exports org.xpand.protocols.coding to org.xpand.alm, org.xpand.membership, org.xpand.core;
    exports org.xpand.protocols.control to org.xpand.alm, org.xpand.membership, org.xpand.core;
    exports org.xpand.protocols.lan to org.xpand.alm, org.xpand.membership, org.xpand.core;
    exports org.xpand.protocols.lifecycle to org.xpand.alm;
    exports org.xpand.protocols.logging to org.xpand.alm, org.xpand.membership, org.xpand.core;
    exports org.xpand.protocols.lossy to org.xpand.alm, org.xpand.membership, org.xpand.core;
    exports org.xpand.protocols.mca to org.xpand.alm, org.xpand.membership, org.xpand.core;
    exports org.xpand.protocols.reliability to org.xpand.alm, org.xpand.membership, org.xpand.core;
    exports org.xpand.protocols.segment to org.xpand.alm, org.xpand.membership, org.xpand.core;
    exports org.xpand.protocols.site to org.xpand.alm, org.xpand.membership, org.xpand.core;
    exports org.xpand.protocols.state to org.xpand.alm, org.xpand.membership, org.xpand.core;
    exports org.xpand.protocols.tfmcc to org.xpand.alm, org.xpand.membership, org.xpand.core;
    exports org.xpand.protocols.tfrc to org.xpand.alm, org.xpand.membership, org.xpand.core;
    exports org.xpand.protocols.tuf to org.xpand.alm, org.xpand.membership, org.xpand.core;

    uses org.xpand.protocols.strategy.RateStrategyProvider;
    provides org.xpand.protocols.strategy.RateStrategyProvider with
            org.xpand.protocols.tfrc.TfrcStrategyProvider,
            org.xpand.protocols.tfmcc.TfmccStrategyProvider,
            org.xpand.protocols.mca.McaStrategyProvider,
            org.xpand.protocols.tuf.TufStrategyProvider;
}
