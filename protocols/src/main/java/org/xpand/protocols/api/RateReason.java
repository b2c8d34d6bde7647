package org.xpand.protocols.api;

/** What determines, at one moment, how fast a site sends to a group, or a member may send to it. */
public enum RateReason {
    /** No other site is sent to: within the site's LAN only the members' send windows limit. */
    LAN_WINDOW,
    /** The application sends less than it may. */
    APPLICATION,
    /** A member does not consume, or acknowledge, what it was sent: a member of this site, or of another one that the group's limits name. */
    MEMBER,
    /** Known only at a member that is not its site's delegate: the member gets a share of the site's rate, and asks for more. */
    SHARE,
    /** The socket of another site has no room for more packets: its process does not read fast enough. */
    SOCKET,
    /** The rate is still being searched, and nothing has been lost yet (slow start). */
    SLOW_START,
    /** The limiting site's path: by its round-trip times and losses, its congestion, or the capacity of the links. */
    PATH,
    /** The paths would allow more, but the rate rises only so fast, or waits for reports about what it is now. */
    GROWTH,
    /** Reports of a site are overdue: the rate was reduced, and does not rise before they are there. */
    SILENCE,
    /** The greatest or least rate that a setting of the rate control, or the format of packets, allows. */
    BOUND
}
