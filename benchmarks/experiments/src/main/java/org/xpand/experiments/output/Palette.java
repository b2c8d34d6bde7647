package org.xpand.experiments.output;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.util.ArrayList;
import java.util.List;

/** A few colours and their shades towards white: with no others a picture of lines takes a third of the bytes. */
final class Palette {
    private static final int MOST = 256;

    private final List<Color> shades = new ArrayList<>();
    private final IndexColorModel model;

    /** @param colors at most 16 */
    Palette(List<Color> colors) {
        int steps = MOST / colors.size() - 1;
        for (Color color : colors) {
            for (int step = 0; step <= steps; step++) {
                shades.add(new Color(towardsWhite(color.getRed(), step, steps), towardsWhite(color.getGreen(), step, steps),
                        towardsWhite(color.getBlue(), step, steps)));
            }
        }
        byte[][] parts = new byte[3][shades.size()];
        for (int i = 0; i < shades.size(); i++) {
            parts[0][i] = (byte) shades.get(i).getRed();
            parts[1][i] = (byte) shades.get(i).getGreen();
            parts[2][i] = (byte) shades.get(i).getBlue();
        }
        model = new IndexColorModel(8, shades.size(), parts[0], parts[1], parts[2]);
    }

    private static int towardsWhite(int part, int step, int steps) {
        return part + (255 - part) * step / steps;
    }

    /** The picture with each colour replaced by the nearest of these. */
    BufferedImage apply(BufferedImage image) {
        BufferedImage reduced = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, model);
        int last = -1;
        int index = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                int rgb = image.getRGB(x, y);
                if (rgb != last || x == 0) {
                    last = rgb;
                    index = nearest(new Color(rgb));
                }
                reduced.getRaster().setSample(x, y, 0, index);
            }
        }
        return reduced;
    }

    private int nearest(Color color) {
        int best = 0;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < shades.size(); i++) {
            Color shade = shades.get(i);
            int red = shade.getRed() - color.getRed();
            int green = shade.getGreen() - color.getGreen();
            int blue = shade.getBlue() - color.getBlue();
            int distance = red * red + green * green + blue * blue;
            if (distance < least) {
                least = distance;
                best = i;
            }
        }
        return best;
    }
}
