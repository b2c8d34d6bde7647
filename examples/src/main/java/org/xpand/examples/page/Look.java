package org.xpand.examples.page;

/** Has a scene look at what is there. Called on threads of the page's server. */
@FunctionalInterface
public interface Look {
    /**
     * Looks.
     *
     * @param watched whether somebody looks at the scene, so that it is to show everything that can be found out
     * @return whether it shows all that there is
     */
    boolean look(boolean watched);
}
