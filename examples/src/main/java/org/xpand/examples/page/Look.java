package org.xpand.examples.page;

/** Updates a scene. Called on threads of the page's server. */
@FunctionalInterface
public interface Look {
    /**
     * Updates the scene.
     *
     * @param watched whether a page or a program uses the scene, so that it has to be complete
     * @return whether it is complete
     */
    boolean look(boolean watched);
}
