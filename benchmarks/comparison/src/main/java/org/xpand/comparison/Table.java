package org.xpand.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table in Markdown whose columns are aligned; the first columns are words, the others figures. */
final class Table {
    private final int words;
    private final List<List<String>> rows = new ArrayList<>();

    /** @param words how many columns are words */
    Table(int words, String... head) {
        this.words = words;
        rows.add(List.of(head));
    }

    void add(List<String> row) {
        rows.add(row);
    }

    /** Three digits, as many as mean something. */
    static String figure(double value) {
        if (Double.isNaN(value)) {
            return "";
        }
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size < 0.995 ? "%.3f" : size < 9.95 ? "%.2f" : size < 99.5 ? "%.1f" : "%.0f", value);
    }

    @Override
    public String toString() {
        List<Integer> widths = new ArrayList<>();
        for (int i = 0; i < rows.get(0).size(); i++) {
            int column = i;
            widths.add(rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(1));
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            text.append('|');
            for (int i = 0; i < row.size(); i++) {
                text.append(String.format(Locale.ROOT, (i < words ? " %-" : " %") + widths.get(i) + "s |", row.get(i)));
            }
            text.append('\n');
            if (row == rows.get(0)) {
                text.append('|');
                for (int i = 0; i < row.size(); i++) {
                    text.append("-".repeat(widths.get(i) + 1)).append(i < words ? "-|" : ":|");
                }
                text.append('\n');
            }
        }
        return text.toString();
    }
}
