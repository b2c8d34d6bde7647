package org.xpand.examples.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.xpand.examples.browser.Chromium;

/**
 * The board as people use it: three sites of two processes, each with its page in a headless browser. They draw with the mouse, one
 * comes late, a delegate is killed meanwhile; in the end all pages have the same picture. Takes minutes on a busy machine, so it
 * is run when asked for:
 * {@code -Dxpand.browser=true}.
 */
@EnabledIfSystemProperty(named = "xpand.browser", matches = "true", disabledReason = "run with -Dxpand.browser=true")
class BoardBrowserTest {
    /** All that makes the picture, in the order in which it is painted. */
    private static final String PICTURE = "JSON.stringify([...entries.values()].sort(older).map(e => [e.id, e.type, e.points]))";
    private static final String STROKES = "[...entries.values()].filter(e => e.type === 'stroke').length";

    /** Gives the page a malformed entry, and then looks for strokes at a place as the eraser does. */
    private static final String MALFORMED = "event({type: 'entry', entry: {type: 'stroke', id: 'bad', time: 1}}), "
            + "[...entries.values()].filter(e => e.type === 'stroke' && near(e, [9000, 9000])).length";

    @TempDir
    private Path folder;

    private static int draw(List<Chromium.Page> pages, int strokes) throws Exception {
        for (int i = 0; i < strokes; i++) {
            for (int page = 0; page < pages.size(); page++) {
                pages.get(page).draw(100 + 60 * page, 100 + 20 * i, 150 + 60 * page, 110 + 20 * i);
            }
        }
        return strokes * pages.size();
    }

    private static void allHave(List<Chromium.Page> pages, int strokes) {
        await().atMost(BoardProcesses.PATIENCE).untilAsserted(() -> {
            String first = pages.get(0).value(PICTURE);
            for (Chromium.Page page : pages) {
                assertThat(page.value(STROKES)).isEqualTo(Integer.toString(strokes));
                assertThat(page.value(PICTURE)).isEqualTo(first);
            }
        });
    }

    @Test
    void allPagesAreEqualInTheEnd() throws Exception {
        Optional<Path> program = Chromium.installed();
        if (program.isEmpty()) {
            System.out.println("no Chromium is installed: the board is not looked at in a browser");
            return;
        }
        try (BoardProcesses boards = new BoardProcesses(folder, "127.105.10", 3);
                Chromium browser = new Chromium(program.get(), folder.resolve("browser"))) {
            List<Chromium.Page> pages = new ArrayList<>();
            List<Process> processes = new ArrayList<>();
            for (String name : List.of("00", "10", "20", "01", "11")) {
                processes.add(boards.start(name, name.charAt(0) - '0', name.charAt(1) - '0'));
                pages.add(browser.open(boards.url(name)));
            }
            int strokes = draw(pages, 3);
            allHave(pages, strokes);
            assertThat(pages.get(1).value(MALFORMED)).as("the eraser after a malformed entry").isEqualTo("0");

            boards.start("21", 2, 1);
            pages.add(browser.open(boards.url("21")));
            allHave(pages, strokes);

            processes.get(0).destroyForcibly();
            pages.remove(0);
            strokes += draw(pages, 3);
            allHave(pages, strokes);
        }
    }
}
