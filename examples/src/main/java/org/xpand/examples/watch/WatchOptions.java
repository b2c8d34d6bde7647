package org.xpand.examples.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.xpand.examples.Json;
import picocli.CommandLine.Option;

/** Selects the node to watch. */
final class WatchOptions {
    private static final int MOST_PORT = 65_535;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Option(names = "--at", paramLabel = "URL|PORT|SITE[/NAME]", description = "The node: the printed address of its page, "
            + "the port of its page on this machine, or its site and "
            + "name (default: a node of this user on this machine). "
            + "It must have been started with --page.")
    private String at;

    private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private URI target;

    /**
     * Returns what the node sees now.
     *
     * @throws IllegalArgumentException if it is not clear which node is meant, naming the candidates
     * @throws IOException              if it does not answer
     */
    ObjectNode look() throws IOException, InterruptedException {
        if (target == null) {
            target = target();
        }
        String query = target.getRawQuery() == null ? "" : "?" + target.getRawQuery();
        HttpRequest request = HttpRequest.newBuilder(target.resolve("/overview.json" + query)).timeout(PATIENCE).build();
        HttpResponse<String> answer;
        try {
            answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IOException("no answer from " + target + " (--at): " + (e.getMessage() == null ? e : e.getMessage()), e);
        }
        ObjectNode state = answer.statusCode() == 200 ? Json.parse(answer.body()) : null;
        if (state == null) {
            throw new IOException(target + " (--at) answers " + answer.statusCode() + ": " + answer.body().strip());
        }
        return state;
    }

    /**
     * Returns the node, which must be of this user and on this machine.
     *
     * @throws IllegalArgumentException if it is not clear which one is meant, or it is not here, naming the candidates
     */
    RunningNodes.Entry node() {
        if (at == null || !(isPort() || isAddress())) {
            return chosen();
        }
        List<RunningNodes.Entry> all = RunningNodes.all(RunningNodes.folder());
        int port = target().getPort();
        return all.stream().filter(each -> URI.create(each.url()).getPort() == port).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--at '" + at + "': accepted are " + names(all)));
    }

    private static String names(List<RunningNodes.Entry> all) {
        return all.isEmpty() ? "nodes started with --page, of which none of this user runs here"
                : all.stream().map(each -> each.site() + "/" + each.name()).collect(Collectors.joining(", "));
    }

    private URI target() {
        if (at != null && isPort()) {
            int port = Integer.parseInt(at);
            if (port < 1 || port > MOST_PORT) {
                throw new IllegalArgumentException("--at '" + at + "': accepted are a port from 1 to " + MOST_PORT
                        + ", the address of a page, and SITE[/NAME]");
            }
            return URI.create("http://127.0.0.1:" + port + "/");
        }
        if (at != null && isAddress()) {
            return page(at);
        }
        return URI.create(chosen().url());
    }

    private boolean isPort() {
        return at.matches("[0-9]{1,9}");
    }

    private boolean isAddress() {
        return at.startsWith("http://") || at.startsWith("https://");
    }

    private static URI page(String at) {
        try {
            URI address = URI.create(at);
            if (address.getHost() != null && address.getPort() <= MOST_PORT) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            // Reported below, in our own words.
        }
        throw new IllegalArgumentException("--at '" + at + "': accepted is the address of a page, http://HOST:PORT/");
    }

    private RunningNodes.Entry chosen() {
        List<RunningNodes.Entry> all = RunningNodes.all(RunningNodes.folder());
        List<RunningNodes.Entry> meant = all.stream().filter(each -> at == null || each.site().equals(at)
                || (each.site() + "/" + each.name()).equals(at)).toList();
        if (meant.size() > 1 && at == null) {
            // Each of them shows the same picture, unless they belong to different systems.
            System.err.println("at " + meant.get(0).site() + "/" + meant.get(0).name() + "; --at chooses another of " + meant.size()
                    + " nodes");
        } else if (meant.size() != 1) {
            throw new IllegalArgumentException((at == null ? "--at is missing" : "--at '" + at + "'") + ": accepted are "
                    + names(all));
        }
        return meant.get(0);
    }
}
