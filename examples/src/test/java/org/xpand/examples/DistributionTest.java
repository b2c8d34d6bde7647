package org.xpand.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** The archive that is given to users holds what its documents link to. */
class DistributionTest {
    private static final String ROOT = "${project.basedir}/../";
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:\\s]+)(#[^)]*)?\\)");

    /** What is in the archive, by its path there. */
    private static Map<Path, Path> files() throws Exception {
        Map<Path, Path> files = new TreeMap<>();
        Document descriptor = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(Path.of("src/assembly/distribution.xml").toFile());
        for (Element file : elements(descriptor, "file")) {
            String source = text(file, "source");
            if (source.startsWith(ROOT)) {
                Path path = Path.of("..", source.substring(ROOT.length()));
                files.put(Path.of(text(file, "outputDirectory")).resolve(path.getFileName()), path);
            }
        }
        for (Element set : elements(descriptor, "fileSet")) {
            assertThat(elements(set, "exclude")).as("this test knows of no files that are left out").isEmpty();
            Path folder = Path.of("..", text(set, "directory").substring(ROOT.length()));
            try (Stream<Path> all = Files.walk(folder)) {
                all.forEach(path -> files.put(Path.of(text(set, "outputDirectory")).resolve(folder.relativize(path)).normalize(), path));
            }
        }
        return files;
    }

    private static List<Element> elements(Node parent, String name) {
        NodeList found = parent instanceof Document document ? document.getElementsByTagName(name) : ((Element) parent).getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            elements.add((Element) found.item(i));
        }
        return elements;
    }

    private static String text(Element parent, String name) {
        return elements(parent, name).stream().map(Element::getTextContent).findFirst().orElse("");
    }

    @Test
    void linksLeadToWhatIsThere() throws Exception {
        Map<Path, Path> files = files();
        List<String> lost = new ArrayList<>();
        int links = 0;
        for (Map.Entry<Path, Path> file : files.entrySet()) {
            if (file.getKey().toString().endsWith(".md")) {
                Matcher link = LINK.matcher(Files.readString(file.getValue()));
                while (link.find()) {
                    links++;
                    if (!files.containsKey(file.getKey().resolveSibling(link.group(1)).normalize())) {
                        lost.add(file.getKey() + " -> " + link.group(1));
                    }
                }
            }
        }
        assertThat(lost).isEmpty();
        assertThat(links).isGreaterThan(100);
        assertThat(files).containsKeys(Path.of("README.md"), Path.of("packaging/systemd/xpand-daemon.service"));
    }
}
