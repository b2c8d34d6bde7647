package org.xpand.examples.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.xpand.examples.Json;

/** Requests changes at a running node of this user. */
public final class NodeOrders {
    /** A node itself gives up after ten seconds, and reports why. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private NodeOrders() {
    }

    /**
     * Makes the node change the rate control of a group, and waits until it has changed at all sites.
     *
     * @param node     a member of the group
     * @param settings by name
     * @throws IllegalArgumentException if the node refuses it, saying why
     * @throws IOException              if it does not answer
     */
    public static void changeStrategy(RunningNodes.Entry node, String group, String strategy, Map<String, String> settings)
            throws IOException, InterruptedException {
        ObjectNode order = Json.object("strategy").put("group", group).put("strategy", strategy);
        ObjectNode given = order.putObject("settings");
        settings.forEach(given::put);
        HttpRequest request = HttpRequest.newBuilder(URI.create(node.url()).resolve("/strategy")).timeout(PATIENCE)
                .header("Authorization", "Bearer " + node.orderToken()).POST(HttpRequest.BodyPublishers.ofString(order.toString())).build();
        HttpResponse<String> answer;
        try {
            answer = HttpClient.newBuilder().connectTimeout(PATIENCE).build().send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IOException("no answer from " + node.site() + "/" + node.name() + ": " + (e.getMessage() == null ? e : e.getMessage()), e);
        }
        if (answer.statusCode() != 200) {
            throw new IllegalArgumentException(answer.body().strip());
        }
    }
}
