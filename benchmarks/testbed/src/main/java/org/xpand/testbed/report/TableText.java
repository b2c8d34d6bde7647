package org.xpand.testbed.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The table as text: Markdown, aligned. */
public final class TableText {
    private static final List<String> HEAD = List.of("row", "what", "size", "pauses", "figure", "median", "all runs", "aim",
            "met", "late p99; max (ms)");

    private TableText() {
    }

    /** One line for each figure. */
    public static String of(List<Cell> cells) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(HEAD);
        for (Cell cell : cells) {
            lines.add(List.of(cell.row(), cell.contender(), String.valueOf(cell.size()), cell.pauses(), cell.figure(),
                    number(cell.median()), cell.values().stream().map(TableText::number).collect(Collectors.joining(" ")),
                    cell.aim(), cell.aim().isEmpty() ? "" : cell.met() ? "yes" : "NO",
                    number(cell.p99Millis()) + "; " + number(cell.maxMillis())));
        }
        int[] widths = new int[HEAD.size()];
        lines.forEach(line -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        });
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            append(text, lines.get(i), widths);
            if (i == 0) {
                text.append('|');
                for (int width : widths) {
                    text.append("-".repeat(width + 2)).append('|');
                }
                text.append('\n');
            }
        }
        return text.toString();
    }

    private static void append(StringBuilder text, List<String> line, int[] widths) {
        text.append('|');
        for (int i = 0; i < widths.length; i++) {
            text.append(' ').append(line.get(i)).append(" ".repeat(widths[i] - line.get(i).length())).append(" |");
        }
        text.append('\n');
    }

    /** Three figures; a dash for what did not happen. */
    static String number(double value) {
        if (Double.isNaN(value)) {
            return "failed";
        }
        if (Double.isInfinite(value)) {
            return "never";
        }
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f", value);
    }
}
