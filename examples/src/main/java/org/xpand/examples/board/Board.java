package org.xpand.examples.board;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.xpand.core.Dropped;
import org.xpand.core.Group;
import org.xpand.core.GroupView;
import org.xpand.core.JoinOptions;
import org.xpand.core.LayeredGroup;
import org.xpand.core.LayeredListener;
import org.xpand.core.LayeredMessage;
import org.xpand.core.Message;
import org.xpand.core.StateProvider;
import org.xpand.core.XpandNode;
import org.xpand.examples.Json;

/** One member's board: its document, its groups, and its listener. Thread-safe. */
final class Board implements LayeredListener {
    /** Maximum bytes of an entry. */
    static final int MAX_ENTRY_BYTES = 64 << 10;
    /** Limit of entries above which a member refuses its own new ones. */
    static final int MAX_ENTRIES = 20_000;
    private static final Duration CATCH_UP = Duration.ofSeconds(30);
    private static final String CURSORS = "-cursors";
    private static final String CURSOR_STRATEGY = "tuf";

    private final XpandNode node;
    private final LongSupplier millis;
    private final Consumer<ObjectNode> onChange;
    private final BoardDocument document = new BoardDocument();
    private final AtomicLong numbers = new AtomicLong();
    private final Set<String> sitesKnown = ConcurrentHashMap.newKeySet();
    private final Group strokes;
    private final LayeredGroup cursors;

    /**
     * Joins the groups of a board; returns when its present content has been read.
     *
     * @param onChange receives entries, cursors and members as they arrive
     */
    Board(XpandNode node, String name, LongSupplier millis, Consumer<ObjectNode> onChange) throws InterruptedException {
        this.node = node;
        this.millis = millis;
        this.onChange = onChange;
        this.strokes = node.join(name, JoinOptions.reliable().withState(this::snapshot, document::read), this::take);
        this.cursors = node.join(name + CURSORS, JoinOptions.layered().withStrategy(CURSOR_STRATEGY), this);
        strokes.onRequest(request -> CompletableFuture.completedFuture(written()));
        sitesKnown.addAll(sites(strokes.view()));
        strokes.onView(this::view);
    }

    private StateProvider.Snapshot snapshot() {
        List<ObjectNode> entries = document.entries();
        return out -> BoardDocument.write(entries, out);
    }

    private void view(GroupView view) {
        onChange.accept(members(view));
        Set<String> here = sites(view);
        here.stream().filter(site -> !sitesKnown.contains(site)).forEach(this::catchUp);
        sitesKnown.retainAll(here);
        sitesKnown.addAll(here);
    }

    private static Set<String> sites(GroupView view) {
        return view.sites().stream().map(GroupView.Site::name).collect(Collectors.toSet());
    }

    /**
     * A site has joined or returned. It may have drawn alone: the content of its board belongs on this one too. Since later entries
     * replace earlier ones, boards that have received both are the same.
     */
    private void catchUp(String site) {
        strokes.requestAny(site, new byte[0], CATCH_UP).thenAccept(bytes -> {
            try {
                document.read(new ByteArrayInputStream(bytes));
                onChange.accept(all());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private byte[] written() {
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            BoardDocument.write(document.entries(), out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void take(Message message) {
        ObjectNode entry = Json.parse(new String(message.payload(), StandardCharsets.UTF_8));
        if (document.take(entry)) {
            onChange.accept(event("entry").set("entry", entry));
        }
    }

    @Override
    public void onMessage(LayeredMessage message) {
        ObjectNode cursor = Json.parse(new String(message.payload(), StandardCharsets.UTF_8));
        if (BoardEntry.isCursor(cursor) && !message.own()) {
            onChange.accept(event("cursor").put("by", cursor.path("by").asText()).put("x", cursor.path("x").asDouble())
                    .put("y", cursor.path("y").asDouble()));
        }
    }

    @Override
    public void onDropped(Dropped dropped) {
        // The next position is enough.
    }

    /**
     * Adds a stroke, a message or an erasure of this member.
     *
     * @param entry an entry without identity, or with that of the entry it erases
     * @throws IllegalArgumentException if it is not accepted
     */
    void add(ObjectNode entry) throws InterruptedException {
        refuse(BoardEntry.wrongContent(entry));
        String type = entry.path("type").asText();
        if (type.equals(BoardEntry.ERASED) == entry.path("id").asText().isEmpty()) {
            throw new IllegalArgumentException("an entry of type " + type + ": the identity is for what is erased");
        }
        if (document.size() >= MAX_ENTRIES) {
            throw new IllegalArgumentException("there are " + document.size() + " entries: accepted are " + MAX_ENTRIES);
        }
        if (!type.equals(BoardEntry.ERASED)) {
            entry.put("id", String.format("%016x-%d", strokes.id().member().value(), numbers.incrementAndGet()));
        }
        // An erasure must win, even if the clock of the entry's author is ahead.
        long time = Math.max(millis.getAsLong(), document.time(entry.path("id").asText()) + 1);
        refuse(BoardEntry.wrong(entry.put("by", label()).put("time", time)));
        strokes.send(entry.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static void refuse(Optional<String> wrong) {
        if (wrong.isPresent()) {
            throw new IllegalArgumentException(wrong.get());
        }
    }

    /**
     * Sends the position of this member's cursor; dropped if there is no room.
     *
     * @throws IllegalArgumentException if it is not accepted
     */
    void cursor(ObjectNode position) {
        if (!BoardEntry.isCursor(position)) {
            throw new IllegalArgumentException("a cursor: accepted are numbers as its x and its y");
        }
        double x = position.path("x").asDouble();
        double y = position.path("y").asDouble();
        cursors.trySend(0, Json.object("cursor").put("by", label()).put("x", x).put("y", y).toString()
                .getBytes(StandardCharsets.UTF_8));
    }

    private String label() {
        return node.site() + "/" + node.name();
    }

    private static ObjectNode event(String type) {
        return Json.object(type);
    }

    private ObjectNode members(GroupView view) {
        ObjectNode event = event("members").put("self", label());
        ArrayNode members = event.putArray("members");
        view.members().forEach(member -> members.addObject().put("site", member.site()).put("name", member.name()));
        return event;
    }

    /** Returns everything on the board, as one event. */
    ObjectNode all() {
        ObjectNode event = event("all").put("self", label());
        ArrayNode entries = event.putArray("entries");
        document.entries().forEach(entries::add);
        return event;
    }

    /** Returns the members, as one event. */
    ObjectNode members() {
        return members(strokes.view());
    }
}
