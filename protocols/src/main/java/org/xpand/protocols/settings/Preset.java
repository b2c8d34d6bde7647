package org.xpand.protocols.settings;

import java.util.Locale;

/** Values for all settings together. */
public enum Preset {
    /** The default: the papers with what real hosts and networks need. */
    RECOMMENDED {
        @Override
        String valueOf(Setting setting) {
            return setting.recommended();
        }
    },
    /** What the papers say. */
    PAPER {
        @Override
        String valueOf(Setting setting) {
            return setting.paper().isEmpty() ? setting.recommended() : setting.paper();
        }
    };

    abstract String valueOf(Setting setting);

    /** @return the value of the setting {@code preset} that chooses it */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
