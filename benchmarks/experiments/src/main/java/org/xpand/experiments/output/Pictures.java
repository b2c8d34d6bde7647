package org.xpand.experiments.output;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Line;

/** Draws figures. */
final class Pictures {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 450;

    private Pictures() {
    }

    static void write(Figure figure, Path file) throws IOException {
        boolean points = figure.style() != Figure.Style.LINES;
        XYChart chart = new XYChartBuilder().width(WIDTH).height(HEIGHT).title(figure.title())
                .xAxisTitle(figure.xAxis()).yAxisTitle(figure.yAxis()).theme(Styler.ChartTheme.XChart).build();
        chart.getStyler().setXAxisLogarithmic(figure.style() == Figure.Style.POINTS_LOG_X);
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        chart.getStyler().setYAxisMin(0.0);
        chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
        for (Line line : figure.lines()) {
            XYSeries series = chart.addSeries(line.label(), line.x(), drawable(line.y()));
            series.setLineWidth(1.5f);
            if (!points) {
                series.setMarker(SeriesMarkers.NONE);
            }
        }
        Files.write(file, ChartEncoder.getBytes(chart, "png"));
    }

    /** The library leaves out what is not a number, but stumbles over infinity. */
    private static double[] drawable(double[] values) {
        return Arrays.stream(values).map(value -> Double.isFinite(value) ? value : Double.NaN).toArray();
    }
}
