package org.xpand.experiments.output;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;

/**
 * Writes findings into a folder per experiment: {@code findings.json}, {@code findings.csv}, and for each figure its
 * points as CSV and its picture as PNG. The text files are the same for the same findings, byte by byte, and each picture has a
 * digest of its title and its CSV file in it.
 */
public final class ResultWriter {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final Path folder;

    /** Writes below this folder, which is made when it is needed. */
    public ResultWriter(Path folder) {
        this.folder = Objects.requireNonNull(folder, "folder");
    }

    /** Writes an experiment's findings over earlier ones; answers their folder. */
    public Path write(Experiment experiment, Plan plan, Findings findings) throws IOException {
        Path place = Files.createDirectories(folder.resolve(experiment.name()));
        Files.writeString(place.resolve("findings.json"), json(experiment, plan, findings));
        Files.writeString(place.resolve("findings.csv"), csv(findings));
        for (Figure figure : findings.figures()) {
            String points = csv(figure);
            Files.writeString(place.resolve(figure.name() + ".csv"), points);
            Pictures.write(figure, "SHA-256 " + digest(figure.title() + '\n' + points), place.resolve(figure.name() + ".png"));
        }
        return place;
    }

    private static String digest(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static String json(Experiment experiment, Plan plan, Findings findings) throws IOException {
        ObjectNode root = MAPPER.createObjectNode().put("experiment", experiment.name())
                .put("question", experiment.question()).put("source", experiment.source())
                .put("firstSeed", plan.firstSeed()).put("seeds", plan.seeds()).put("short", plan.brief());
        ArrayNode numbers = root.putArray("findings");
        for (Finding finding : findings.numbers()) {
            ObjectNode number = numbers.addObject().put("name", finding.name()).put("unit", finding.unit())
                    .put("mean", finding.value().mean());
            putFinite(number, "halfWidth", finding.value().halfWidth());
            putFinite(number, "least", finding.least());
            putFinite(number, "most", finding.most());
            if (!finding.whyWide().isEmpty()) {
                number.put("whyWide", finding.whyWide());
            }
            number.put("met", finding.isMet());
        }
        ArrayNode figures = root.putArray("figures");
        findings.figures().forEach(figure -> figures.addObject().put("name", figure.name())
                .put("title", figure.title()).put("points", figure.name() + ".csv")
                .put("picture", figure.name() + ".png"));
        return MAPPER.writeValueAsString(root).replace(System.lineSeparator(), "\n") + "\n";
    }

    private static void putFinite(ObjectNode object, String field, double value) {
        if (Double.isFinite(value)) {
            object.put(field, value);
        }
    }

    private static String csv(Findings findings) {
        StringBuilder text = new StringBuilder("name,unit,mean,halfWidth,least,most,met\n");
        for (Finding finding : findings.numbers()) {
            text.append(quoted(finding.name())).append(',').append(quoted(finding.unit())).append(',')
                    .append(finding.value().mean()).append(',').append(finite(finding.value().halfWidth())).append(',')
                    .append(finite(finding.least())).append(',').append(finite(finding.most())).append(',')
                    .append(finding.isMet()).append('\n');
        }
        return text.toString();
    }

    private static String csv(Figure figure) {
        StringBuilder text = new StringBuilder("line,").append(quoted(figure.xAxis())).append(',')
                .append(quoted(figure.yAxis())).append('\n');
        for (Line line : figure.lines()) {
            for (int i = 0; i < line.x().length; i++) {
                text.append(quoted(line.label())).append(',').append(line.x()[i]).append(',')
                        .append(finite(line.y()[i])).append('\n');
            }
        }
        return text.toString();
    }

    private static String finite(double value) {
        return Double.isFinite(value) ? Double.toString(value) : "";
    }

    private static String quoted(String text) {
        return text.indexOf(',') < 0 && text.indexOf('"') < 0 ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
