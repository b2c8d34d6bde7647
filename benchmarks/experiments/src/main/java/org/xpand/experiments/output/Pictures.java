package org.xpand.experiments.output;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Line;

/** Draws figures as PNG files, all of one size and style, small enough to stand in documents. */
public final class Pictures {
    /** Keyword, as the PNG specification has it, of the text that says what a picture is drawn from. */
    static final String SOURCE = "Source";

    private static final String PNG_FORMAT = "javax_imageio_png_1.0";
    private static final int WIDTH = 760;
    private static final int HEIGHT = 380;
    /** Letters of all labels that fit side by side below the figure; more of them stand beside it, one below the other. */
    private static final int MOST_LETTERS_BELOW = 70;
    private static final int MOST_LINES_BELOW = 6;
    private static final float LINE_WIDTH = 1.6f;
    /** Without it the library writes .05 and 1E4. */
    private static final String NUMBERS = "0.#####";
    private static final double UNEVEN = 1e-5;
    private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
    private static final Font TITLE_FONT = new Font(Font.SANS_SERIF, Font.BOLD, 13);
    private static final Color GRID = new Color(225, 225, 225);
    /** Okabe and Ito's colours, which people who see few colours can distinguish, and black. */
    private static final List<Color> COLORS = List.of(new Color(0, 114, 178), new Color(213, 94, 0),
            new Color(0, 158, 115), new Color(204, 121, 167), new Color(86, 180, 233), new Color(230, 159, 0), Color.BLACK);
    /** For the first lines in these colours, the next, and those after them. */
    private static final List<BasicStroke> STROKES = List.of(new BasicStroke(LINE_WIDTH), dashed(6, 4), dashed(2, 3));
    /** For the first lines of marks that are not joined, and the next. */
    private static final List<Marker> MARKERS = List.of(SeriesMarkers.CIRCLE, SeriesMarkers.CROSS, SeriesMarkers.SQUARE);
    private static final Palette PALETTE = new Palette(COLORS);

    private Pictures() {
    }

    /**
     * Draws a figure. Values that are not finite are left out.
     *
     * @throws IOException if the file cannot be written
     */
    public static void write(Figure figure, Path file) throws IOException {
        write(figure, "", file);
    }

    /**
     * Draws a figure, and notes in the file what it is drawn from: how its pixels come out depends on the fonts of the machine.
     *
     * @param source text of the PNG file with the keyword {@link #SOURCE}, ASCII; empty for none
     * @throws IOException if the file cannot be written
     */
    static void write(Figure figure, String source, Path file) throws IOException {
        boolean points = figure.style() != Figure.Style.LINES;
        boolean joined = figure.style() != Figure.Style.MARKS;
        XYChart chart = new XYChartBuilder().width(WIDTH).height(HEIGHT).title(figure.title())
                .xAxisTitle(figure.xAxis()).yAxisTitle(figure.yAxis()).theme(Styler.ChartTheme.Matlab).build();
        style(chart, figure);
        for (int i = 0; i < figure.lines().size(); i++) {
            Line line = figure.lines().get(i);
            XYSeries series = chart.addSeries(line.label(), points ? line.x() : uneven(line.x()), drawable(line.y()));
            Color color = COLORS.get(i % COLORS.size());
            series.setLineColor(color);
            series.setLineStyle(joined ? STROKES.get(i / COLORS.size() % STROKES.size()) : SeriesLines.NONE);
            series.setMarker(!points ? SeriesMarkers.NONE : joined ? SeriesMarkers.CIRCLE : MARKERS.get(i % MARKERS.size()));
            series.setMarkerColor(color);
        }
        save(PALETTE.apply(BitmapEncoder.getBufferedImage(chart)), source, file);
    }

    private static BasicStroke dashed(float on, float off) {
        return new BasicStroke(LINE_WIDTH, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {on, off}, 0);
    }

    private static void save(BufferedImage image, String source, Path file) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
        ImageWriteParam smallest = writer.getDefaultWriteParam();
        smallest.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        smallest.setCompressionQuality(0);
        try (OutputStream bytes = Files.newOutputStream(file);
                ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, source.isEmpty() ? null : noted(source, writer, image, smallest)), smallest);
        } finally {
            writer.dispose();
        }
    }

    private static IIOMetadata noted(String source, ImageWriter writer, BufferedImage image, ImageWriteParam parameters) throws IOException {
        IIOMetadataNode entry = new IIOMetadataNode("tEXtEntry");
        entry.setAttribute("keyword", SOURCE);
        entry.setAttribute("value", source);
        IIOMetadataNode text = new IIOMetadataNode("tEXt");
        text.appendChild(entry);
        IIOMetadataNode root = new IIOMetadataNode(PNG_FORMAT);
        root.appendChild(text);
        IIOMetadata metadata = writer.getDefaultImageMetadata(ImageTypeSpecifier.createFromRenderedImage(image), parameters);
        metadata.mergeTree(PNG_FORMAT, root);
        return metadata;
    }

    private static void style(XYChart chart, Figure figure) {
        chart.getStyler().setXAxisLogarithmic(figure.style() == Figure.Style.POINTS_LOG_X);
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        chart.getStyler().setPlotGridLinesColor(GRID);
        chart.getStyler().setChartTitleFont(TITLE_FONT);
        chart.getStyler().setAxisTitleFont(FONT);
        chart.getStyler().setAxisTickLabelsFont(FONT);
        chart.getStyler().setLegendFont(FONT);
        chart.getStyler().setLegendBorderColor(Color.WHITE);
        chart.getStyler().setMarkerSize(figure.style() == Figure.Style.MARKS ? 5 : 6);
        chart.getStyler().setYAxisMin(0.0);
        chart.getStyler().setXAxisDecimalPattern(NUMBERS).setYAxisDecimalPattern(NUMBERS);
        boolean below = figure.lines().size() <= MOST_LINES_BELOW
                && figure.lines().stream().mapToInt(line -> line.label().length()).sum() <= MOST_LETTERS_BELOW;
        chart.getStyler().setLegendPosition(below ? Styler.LegendPosition.OutsideS : Styler.LegendPosition.OutsideE);
        if (below) {
            chart.getStyler().setLegendLayout(Styler.LegendLayout.Horizontal);
        }
    }

    /** Where values are equally spaced the library counts ticks in their spacing, and would write 7, 14, 21. */
    private static double[] uneven(double[] places) {
        double[] uneven = places.clone();
        uneven[0] += (places[places.length - 1] - places[0]) * UNEVEN;
        return uneven;
    }

    /** The library leaves out what is not a number, but stumbles over infinity. */
    private static double[] drawable(double[] values) {
        return Arrays.stream(values).map(value -> Double.isFinite(value) ? value : Double.NaN).toArray();
    }
}
