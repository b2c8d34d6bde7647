package org.xpand.examples.drill;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.xpand.core.KeyFile;
import org.xpand.protocols.keys.KeyBundle;
import org.xpand.protocols.keys.SharedKey;

/** Key files of a drill's sites; each site has a file of its own if the key is to be changed. For one thread. */
final class DrillKeys {
    private final List<Optional<Path>> files = new ArrayList<>();
    private final KeyBundle before;
    private final SharedKey next = KeyFile.newKey();

    /** Steps of a change of keys, in order. */
    enum Step {
        ADD("accepts another key besides"), USE("seals with it"), DROP("forgets the key that was before");

        private final String text;

        Step(String text) {
            this.text = text;
        }

        /** Returns what a site does in this step, for people. */
        String text() {
            return text;
        }
    }

    /**
     * @param folder where each site's own file goes
     * @param given  the common key, if there is one
     * @param change whether it is to be changed; without a given key one is created then
     */
    DrillKeys(Path folder, Optional<Path> given, boolean change) throws IOException {
        before = given.map(KeyFile::bundle).orElseGet(() -> KeyBundle.of(KeyFile.newKey()));
        for (int site = 0; site < ProcessPlace.SITES; site++) {
            if (change) {
                Path own = folder.resolve("site" + site + ".key");
                KeyFile.create(own, before);
                files.add(Optional.of(own));
            } else {
                files.add(given);
            }
        }
    }

    /** Returns the file for the processes of a site. */
    Optional<Path> file(int site) {
        return files.get(site);
    }

    /** Takes a step of the change in a site's file. */
    void change(int site, Step step) {
        SharedKey old = before.keys().get(0);
        try {
            KeyFile.replace(files.get(site).orElseThrow(), before.with(switch (step) {
                case ADD -> List.of(old, next);
                case USE -> List.of(next, old);
                case DROP -> List.of(next);
            }));
        } catch (IOException e) {
            throw new IllegalStateException("the key of site " + site + " cannot be changed: " + e, e);
        }
    }
}
