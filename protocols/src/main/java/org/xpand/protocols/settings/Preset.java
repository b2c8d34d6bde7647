package org.xpand.protocols.settings;

import java.util.Locale;

/** Values for all settings together. */
public enum Preset {
    /** The default: the papers' values with changes for real hosts and networks. */
    RECOMMENDED {
        @Override
        String valueOf(Setting setting) {
            return setting.recommended();
        }
    },
    /** The papers' values. */
    PAPER {
        @Override
        String valueOf(Setting setting) {
            return setting.paper().isEmpty() ? setting.recommended() : setting.paper();
        }
    };

    abstract String valueOf(Setting setting);

    /** @return the value of the setting {@code preset} for this preset */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
