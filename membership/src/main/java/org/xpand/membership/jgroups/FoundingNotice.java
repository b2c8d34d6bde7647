package org.xpand.membership.jgroups;

/**
 * A discovery that says in its answers whether this process is about to found the site: until it has, others could mistake it for one
 * that searches.
 */
interface FoundingNotice {
    /** This process founds the site now. */
    void founding();

    /** Whether each search is to find this process too, which shows that it receives what others ask. */
    boolean findsItself();
}
