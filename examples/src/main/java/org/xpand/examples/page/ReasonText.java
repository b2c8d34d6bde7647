package org.xpand.examples.page;

import org.xpand.core.Overview;
import org.xpand.protocols.api.RateReason;

/** What determines a group's rate, in words that follow the rate in a sentence. */
final class ReasonText {
    private ReasonText() {
    }

    static String of(RateReason reason, Overview.Source source) {
        return switch (reason) {
            case LAN_WINDOW -> "no other site receives";
            case APPLICATION -> "the application sends less than it may";
            case MEMBER -> "waiting for a member that does not consume";
            case SHARE -> "limited by its share of the site's rate";
            case SOCKET -> "waiting for room in another site's socket";
            case SLOW_START -> "searching for its rate";
            case PATH -> "limited by " + source.limitingSite().map(site -> "the path to " + site).orElse("the paths");
            case GROWTH -> "rising, as fast as the rate control lets it";
            case SILENCE -> "reduced, because reports of a site are missing";
            case BOUND -> "at the greatest or least rate of its settings";
        };
    }
}
