package org.xpand.examples.config;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Regular expressions for numbers as people write them: digits and a point, with any number of leading zeros. */
final class Patterns {
    /** A number of 0 or more, of any size. */
    static final String NUMBER = "([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?";
    private static final String FRACTION = "(\\.[0-9]*)?";
    private static final String NO_FRACTION = "(\\.0*)?";
    private static final String ZEROS = "0*";

    private Patterns() {
    }

    /** Whole numbers, limits included. */
    static String whole(long least, long most) {
        return ZEROS + digits(least, most);
    }

    /**
     * Numbers, limits included.
     *
     * @param least with at most one digit after the point
     * @param most  a whole number, greater than {@code least}
     */
    static String decimal(BigDecimal least, long most) {
        long whole = least.longValue();
        int tenths = least.subtract(BigDecimal.valueOf(whole)).movePointRight(1).intValueExact();
        List<String> parts = new ArrayList<>();
        long first = tenths == 0 ? whole : whole + 1;
        if (first < most) {
            parts.add(digits(first, most - 1) + FRACTION);
        }
        parts.add(most + NO_FRACTION);
        if (tenths != 0) {
            parts.add((whole == 0 ? "" : whole) + "\\.[" + tenths + "-9][0-9]*");
        }
        return ZEROS + "(" + String.join("|", parts) + ")";
    }

    /** More than 0, up to a whole number. */
    static String positive(long most) {
        return "(?=[0-9.]*[1-9])" + ZEROS + "(\\.[0-9]+|" + digits(0, most - 1) + FRACTION + "|" + most + NO_FRACTION + ")";
    }

    /** Builds one alternative for each range in which digits can be chosen independently: 1 to 9, 10 to 99 and so on. */
    private static String digits(long least, long most) {
        TreeSet<Long> ends = new TreeSet<>(List.of(most));
        for (long power = 10, end = least - least % power + power - 1; end < most; power *= 10, end = least - least % power + power - 1) {
            ends.add(end);
        }
        for (long power = 10, end = (most + 1) / power * power - 1; end > least; power *= 10, end = (most + 1) / power * power - 1) {
            ends.add(end);
        }
        List<String> parts = new ArrayList<>();
        long begin = least;
        for (long end : ends) {
            parts.add(stretch(Long.toString(begin), Long.toString(end)));
            begin = end + 1;
        }
        return "(" + String.join("|", parts) + ")";
    }

    private static String stretch(String least, String most) {
        StringBuilder pattern = new StringBuilder();
        for (int i = 0; i < most.length(); i++) {
            char low = least.charAt(i);
            char high = most.charAt(i);
            pattern.append(low == high ? String.valueOf(low) : "[" + low + "-" + high + "]");
        }
        return pattern.toString();
    }
}
