package org.xpand.experiments.output;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Line;

/** Draws figures, all of one size and style, small enough to stand in documents. */
final class Pictures {
    private static final int WIDTH = 800;
    private static final int HEIGHT = 400;
    /** Beside the lines there is room for so long a label; below them for any. */
    private static final int LONGEST_LABEL_BESIDE = 26;
    private static final int MOST_LINES_BELOW = 6;
    private static final float LINE_WIDTH = 1.6f;
    private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
    private static final Font TITLE_FONT = new Font(Font.SANS_SERIF, Font.BOLD, 13);
    private static final Color GRID = new Color(225, 225, 225);
    /** Okabe and Ito's colours, which people who see few colours can tell apart, and black. */
    private static final List<Color> COLORS = List.of(new Color(0, 114, 178), new Color(213, 94, 0),
            new Color(0, 158, 115), new Color(204, 121, 167), new Color(86, 180, 233), new Color(230, 159, 0), Color.BLACK);

    private Pictures() {
    }

    static void write(Figure figure, Path file) throws IOException {
        boolean points = figure.style() != Figure.Style.LINES;
        XYChart chart = new XYChartBuilder().width(WIDTH).height(HEIGHT).title(figure.title())
                .xAxisTitle(figure.xAxis()).yAxisTitle(figure.yAxis()).theme(Styler.ChartTheme.Matlab).build();
        style(chart, figure);
        for (int i = 0; i < figure.lines().size(); i++) {
            Line line = figure.lines().get(i);
            XYSeries series = chart.addSeries(line.label(), line.x(), drawable(line.y()));
            Color color = COLORS.get(i % COLORS.size());
            series.setLineColor(color);
            series.setLineStyle(i < COLORS.size() ? new BasicStroke(LINE_WIDTH)
                    : new BasicStroke(LINE_WIDTH, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {6, 4}, 0));
            series.setMarker(points ? SeriesMarkers.CIRCLE : SeriesMarkers.NONE);
            series.setMarkerColor(color);
        }
        Files.write(file, ChartEncoder.getBytes(chart, "png"));
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
        chart.getStyler().setMarkerSize(6);
        chart.getStyler().setYAxisMin(0.0);
        boolean below = figure.lines().size() <= MOST_LINES_BELOW
                && figure.lines().stream().anyMatch(line -> line.label().length() > LONGEST_LABEL_BESIDE);
        chart.getStyler().setLegendPosition(below ? Styler.LegendPosition.OutsideS : Styler.LegendPosition.OutsideE);
        if (below) {
            chart.getStyler().setLegendLayout(Styler.LegendLayout.Horizontal);
        }
    }

    /** The library leaves out what is not a number, but stumbles over infinity. */
    private static double[] drawable(double[] values) {
        return Arrays.stream(values).map(value -> Double.isFinite(value) ? value : Double.NaN).toArray();
    }
}
