package org.xpand.examples.page;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The token that lets other machines see a page. It is in the page's address and in headers. */
public final class PageToken {
    /** The environment variable for it. */
    static final String VARIABLE = "XPAND_PAGE_TOKEN";
    private static final int RANDOM_BYTES = 16;
    /** Characters that need no escape in an address or a header (RFC 3986, unreserved). */
    private static final Pattern ACCEPTED = Pattern.compile("[A-Za-z0-9._~-]{1,256}");

    private PageToken() {
    }

    /**
     * Reads the token from the environment.
     *
     * @param environment the variables
     * @return empty if it is not set
     * @throws IllegalArgumentException saying what is accepted, without the token
     */
    public static Optional<String> given(Map<String, String> environment) {
        Optional<String> given = Optional.ofNullable(environment.get(VARIABLE)).map(String::strip).filter(token -> !token.isEmpty());
        if (given.isPresent() && !ACCEPTED.matcher(given.get()).matches()) {
            throw new IllegalArgumentException(VARIABLE + ": accepted are 1 to 256 letters without accents, digits, '-', '.', '_' and '~'");
        }
        return given;
    }

    /** Returns a token that cannot be guessed. */
    static String random() {
        byte[] random = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
