package org.xpand.experiments.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;

class ResultWriterTest {
    private static final Plan PLAN = new Plan(3, 2, true);

    @TempDir
    private Path folder;

    /** Finds what it is given. */
    private record Fixed(Findings findings) implements Experiment {
        @Override
        public String name() {
            return "fixed";
        }

        @Override
        public String question() {
            return "What?";
        }

        @Override
        public String source() {
            return "here";
        }

        @Override
        public Findings run(Plan plan) {
            return findings;
        }
    }

    private Path write(Finding finding, Line line) throws IOException {
        Findings findings = new Findings(List.of(finding), List.of(Figure.rates("figure", "A figure", List.of(line))));
        return new ResultWriter(folder).write(new Fixed(findings), PLAN, findings);
    }

    private static Line line() {
        return new Line("a, b", new double[] {1, 2}, new double[] {0.5, Double.POSITIVE_INFINITY});
    }

    @Test
    void theJsonReportsNumbersAndWhatWasExpected() throws IOException {
        Path place = write(Finding.of("n", "s", List.of(1.0, 3.0), each -> each).expect(0, 1), line());

        JsonNode json = new ObjectMapper().readTree(place.resolve("findings.json").toFile());
        assertThat(json.path("experiment").asText()).isEqualTo("fixed");
        assertThat(json.path("firstSeed").asLong()).isEqualTo(3);
        assertThat(json.path("short").asBoolean()).isTrue();
        JsonNode number = json.path("findings").path(0);
        assertThat(number.path("mean").asDouble()).isEqualTo(2);
        assertThat(number.path("most").asDouble()).isEqualTo(1);
        assertThat(number.path("met").asBoolean(true)).isFalse();
        assertThat(number.has("whyWide")).isFalse();
        assertThat(json.path("figures").path(0).path("picture").asText()).isEqualTo("figure.png");
    }

    @Test
    void theJsonSaysWhyARangeIsWide() throws IOException {
        Path place = write(Finding.of("n", "s", List.of(1.0, 3.0), each -> each).atMost(99).wideBecause("of luck"), line());

        assertThat(new ObjectMapper().readTree(place.resolve("findings.json").toFile()).path("findings").path(0).path("whyWide").asText())
                .isEqualTo("of luck");
    }

    @Test
    void whatIsNotFiniteIsLeftOut() throws IOException {
        Path place = write(Finding.of("n", "", List.of(1.0), each -> each), line());

        assertThat(Files.readString(place.resolve("findings.json"))).doesNotContain("Infinity").doesNotContain("least");
        assertThat(Files.readString(place.resolve("findings.csv")))
                .isEqualTo("name,unit,mean,halfWidth,least,most,met\nn,,1.0,,,,true\n");
        assertThat(Files.readString(place.resolve("figure.csv")))
                .isEqualTo("line,time (s),rate (Mbit/s)\n\"a, b\",1.0,0.5\n\"a, b\",2.0,\n");
    }

    @Test
    void thePictureCanBeRead() throws IOException {
        Path place = write(Finding.of("n", "", List.of(1.0), each -> each), line());

        assertThat(ImageIO.read(place.resolve("figure.png").toFile()).getWidth()).isGreaterThan(300);
    }

    /** The keyword and the text of a tEXt chunk, if the file has one. */
    private static String source(Path picture) throws IOException {
        ImageReader reader = ImageIO.getImageReadersByFormatName("png").next();
        try (ImageInputStream in = ImageIO.createImageInputStream(picture.toFile())) {
            reader.setInput(in);
            NodeList texts = ((Element) reader.getImageMetadata(0).getAsTree("javax_imageio_png_1.0")).getElementsByTagName("tEXtEntry");
            assertThat(texts.getLength()).isEqualTo(1);
            return ((Element) texts.item(0)).getAttribute("keyword") + ' ' + ((Element) texts.item(0)).getAttribute("value");
        } finally {
            reader.dispose();
        }
    }

    @Test
    void thePictureSaysWhichPointsItShows() throws IOException {
        Finding finding = Finding.of("n", "", List.of(1.0), each -> each);
        String shown = source(write(finding, line()).resolve("figure.png"));

        assertThat(shown).matches("Source SHA-256 [0-9a-f]{64}");
        assertThat(source(write(finding, line().labelled("c")).resolve("figure.png"))).isNotEqualTo(shown);
        assertThat(source(write(finding, line().times(1 + 1e-15)).resolve("figure.png"))).isNotEqualTo(shown);
        assertThat(source(write(finding, line()).resolve("figure.png"))).isEqualTo(shown);
    }

    @Test
    void marksThatAreNotJoinedAreDrawn() throws IOException {
        Line other = new Line("other", new double[] {1.5}, new double[] {0.2});
        Path file = folder.resolve("marks.png");
        Pictures.write(new Figure("marks", "Marks", "x", "y", Figure.Style.MARKS, List.of(line(), other)), file);
        BufferedImage marks = ImageIO.read(file.toFile());
        Path joined = folder.resolve("joined.png");
        Pictures.write(new Figure("marks", "Marks", "x", "y", Figure.Style.POINTS, List.of(new Line("joined", new double[] {1, 2},
                new double[] {0.5, 0.1}), other)), joined);

        assertThat(coloured(marks)).isBetween(20, 400).isLessThan(coloured(ImageIO.read(joined.toFile())) / 2);
    }

    private static int coloured(BufferedImage image) {
        int coloured = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                int rgb = image.getRGB(x, y);
                coloured += (rgb & 0xff) > (rgb >> 16 & 0xff) + 60 || (rgb >> 16 & 0xff) > (rgb & 0xff) + 60 ? 1 : 0;
            }
        }
        return coloured;
    }

    @Test
    void theSameFindingsGiveTheSameText() throws IOException {
        Finding finding = Finding.of("n", "", List.of(1.0, 2.0), each -> each);
        String first = Files.readString(write(finding, line()).resolve("findings.json"));

        assertThat(Files.readString(write(finding, line()).resolve("findings.json"))).isEqualTo(first);
    }
}
