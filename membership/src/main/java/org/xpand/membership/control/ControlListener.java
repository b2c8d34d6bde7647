package org.xpand.membership.control;

import org.slf4j.LoggerFactory;
import org.xpand.protocols.control.Conflict;
import org.xpand.protocols.directory.Directory;

/**
 * What a {@link ControlChannel} tells its owner; one call at a time, in a thread of the channel, which must not be held
 * up.
 */
public interface ControlListener {
    /**
     * Sites, groups, costs or snapshots have changed.
     *
     * @param directory what is known now. {@link Directory#local()} tells how this site is seen: a group that is
     *                  missing from it was refused for its strategy, another incarnation than the own one means that
     *                  a newer delegate speaks for the site; a refused site is alone in its directory
     */
    void onDirectory(Directory directory);

    /** A site or a group was refused, perhaps this site's own; told once for as long as it lasts. */
    void onConflict(Conflict conflict);

    /**
     * A member of the control cluster cannot be talked to: it speaks another version of the control protocol or is no
     * delegate of this system at all. It is left out of everything. Told once for each; logged as a warning unless
     * overridden.
     *
     * @param message one line naming the member, both versions if it has one, and what is accepted
     */
    default void onForeignDelegate(String message) {
        LoggerFactory.getLogger(ControlChannel.class).warn("{}", message);
    }
}
