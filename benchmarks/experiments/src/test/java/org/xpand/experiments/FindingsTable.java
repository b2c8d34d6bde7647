package org.xpand.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The text of a page's tables. A finding's name has parts with commas between; where three or more findings of a unit differ in one part
 * only, they are a row with a column for each, and rows of the same columns are a table. The others are rows of a table of their own.
 */
final class FindingsTable {
    private static final int LEAST_COLUMNS = 3;

    private final int seeds;
    private final List<Cell> cells = new ArrayList<>();
    private final List<Cell> single = new ArrayList<>();
    /** By the columns of a table, and by the names of its rows. */
    private final Map<List<String>, Map<String, Map<String, Cell>>> tables = new LinkedHashMap<>();

    /** A finding with its name in parts. */
    private record Cell(JsonNode finding, List<String> parts) {
        String unit() {
            return finding.get("unit").asText();
        }

        List<String> without(int part) {
            List<String> rest = new ArrayList<>(parts);
            rest.remove(part);
            return rest;
        }

        String value() {
            return number(finding.get("mean").asDouble(), 3)
                    + (finding.has("halfWidth") ? " ± " + number(finding.get("halfWidth").asDouble(), 2) : "");
        }

        String expected() {
            boolean least = finding.has("least");
            boolean most = finding.has("most");
            String range = (least ? plain(finding.get("least").asDouble()) : "") + (least && most ? " to " : "")
                    + (most ? plain(finding.get("most").asDouble()) : "");
            range = (least && !most ? "at least " : most && !least ? "at most " : "") + range + (finding.has("whyWide") ? "*" : "");
            return finding.get("met").asBoolean() ? range : range + ", **not met**";
        }

        String valueAndExpected() {
            String expected = expected();
            return expected.isEmpty() ? value() : value() + " (" + expected + ")";
        }
    }

    private FindingsTable(JsonNode findings) {
        seeds = findings.get("seeds").asInt();
        findings.get("findings").forEach(each -> cells.add(new Cell(each, List.of(each.get("name").asText().split(", ")))));
        Set<Cell> placed = new LinkedHashSet<>();
        for (Cell cell : cells) {
            if (!placed.contains(cell)) {
                placed.addAll(place(cell));
            }
        }
    }

    /** The text of what was found. */
    static String of(JsonNode findings) {
        return new FindingsTable(findings).text();
    }

    /** Puts a cell into its row with the others of the row; the last part that gives a row is varied. */
    private List<Cell> place(Cell cell) {
        for (int i = cell.parts().size() - 1; i >= 0 && cell.parts().size() > 1; i--) {
            int varied = i;
            List<Cell> row = cells.stream().filter(each -> each.unit().equals(cell.unit()) && each.parts().size() == cell.parts().size()
                    && each.without(varied).equals(cell.without(varied))).toList();
            if (row.size() >= LEAST_COLUMNS) {
                List<String> columns = row.stream().map(each -> each.parts().get(varied)).toList();
                String name = String.join(", ", cell.without(varied)) + (cell.unit().isEmpty() ? "" : ", " + cell.unit());
                Map<String, Cell> byColumn = new LinkedHashMap<>();
                row.forEach(each -> byColumn.put(each.parts().get(varied), each));
                tables.computeIfAbsent(columns, any -> new LinkedHashMap<>()).put(name, byColumn);
                return row;
            }
        }
        single.add(cell);
        return List.of(cell);
    }

    private String text() {
        List<String> texts = new ArrayList<>();
        if (!single.isEmpty()) {
            StringBuilder table = new StringBuilder("| found, mean of " + seeds + " seeds | value | expected |\n|---|---|---|\n");
            single.forEach(each -> table.append(row(each.finding().get("name").asText(),
                    (each.value() + " " + each.unit()).strip(), each.expected())));
            texts.add(table.toString());
        }
        tables.forEach((columns, rows) -> {
            StringBuilder table = new StringBuilder("| found, mean of " + seeds + " seeds (expected) | " + String.join(" | ", columns) + " |\n|---|"
                    + "---|".repeat(columns.size()) + "\n");
            rows.forEach((name, byColumn) -> table.append(row(name, columns.stream().map(each -> byColumn.get(each).valueAndExpected())
                    .toArray(String[]::new))));
            texts.add(table.toString());
        });
        Set<String> reasons = cells.stream().filter(each -> each.finding().has("whyWide")).map(each -> each.finding().get("whyWide").asText())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (!reasons.isEmpty()) {
            texts.add("\\* A wide range: " + String.join("; ", reasons) + ".\n");
        }
        return String.join("\n", texts);
    }

    private static String row(String name, String... values) {
        return "| " + name + Arrays.stream(values).map(each -> " | " + each).collect(Collectors.joining()) + " |\n";
    }

    private static String plain(double value) {
        return value == 0 ? "0" : BigDecimal.valueOf(value).round(new MathContext(3)).stripTrailingZeros().toPlainString();
    }

    private static String number(double value, int digits) {
        if (value == 0 || Math.abs(value) >= 100) {
            return new BigDecimal(value).setScale(0, RoundingMode.HALF_UP).toPlainString();
        }
        return new BigDecimal(value).round(new MathContext(digits)).toPlainString();
    }
}
