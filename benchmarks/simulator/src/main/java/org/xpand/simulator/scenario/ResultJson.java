package org.xpand.simulator.scenario;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.xpand.simulator.LinkModelStats;
import org.xpand.simulator.measure.Summary;
import org.xpand.simulator.session.SessionSample;
import org.xpand.simulator.tcp.TcpStats;

/** Writes runs as one JSON document; {@code docs/scenarios.md} describes it. Rates are in bit/s. */
public final class ResultJson {
    private static final JsonMapper MAPPER = JsonMapper.builder().enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

    private final JsonGenerator json;

    private ResultJson(JsonGenerator json) {
        this.json = json;
    }

    /**
     * Writes the runs of a scenario and their summary; the writer stays open.
     *
     * @throws IOException              if the writer fails
     * @throws IllegalArgumentException if there are no runs
     */
    public static void write(Scenario scenario, List<RunResult> runs, Writer out) throws IOException {
        ScenarioSummary summary = ScenarioSummary.of(runs);
        DefaultPrettyPrinter lines = new DefaultPrettyPrinter()
                .withObjectIndenter(new DefaultIndenter(" ", "\n"));
        try (JsonGenerator json = MAPPER.createGenerator(out).setPrettyPrinter(lines)) {
            new ResultJson(json).document(scenario, runs, summary);
        }
        out.write('\n');
        out.flush();
    }

    private void document(Scenario scenario, List<RunResult> runs, ScenarioSummary summary) throws IOException {
        json.writeStartObject();
        json.writeStringField("description", scenario.description());
        number("seconds", Numbers.seconds(scenario.endNanos()));
        number("windowFromSeconds", Numbers.seconds(scenario.windowFromNanos()));
        number("windowToSeconds", Numbers.seconds(scenario.windowToNanos()));
        number("binSeconds", Numbers.seconds(scenario.binNanos()));
        summary(summary);
        json.writeArrayFieldStart("runs");
        for (RunResult run : runs) {
            run(run);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void summary(ScenarioSummary summary) throws IOException {
        json.writeObjectFieldStart("summary");
        json.writeArrayFieldStart("flows");
        for (ScenarioSummary.Flow flow : summary.flows()) {
            json.writeStartObject();
            json.writeStringField("name", flow.name());
            json.writeStringField("kind", flow.kind().text());
            figure("bitPerSecond", flow.throughput(), 8);
            figure("variation", flow.variation(), 1);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("links");
        for (ScenarioSummary.Link link : summary.links()) {
            json.writeStartObject();
            json.writeStringField("from", link.from());
            json.writeStringField("to", link.to());
            figure("utilisation", link.utilisation(), 1);
            figure("dropRate", link.dropRate(), 1);
            figure("meanQueuePackets", link.queue(), 1);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void figure(String name, Summary figure, double factor) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("seeds", figure.count());
        number("mean", Numbers.of(figure.mean() * factor));
        number("deviation", Numbers.of(figure.deviation() * factor));
        number("halfWidth95", Numbers.of(figure.halfWidth() * factor));
        json.writeEndObject();
    }

    private void run(RunResult run) throws IOException {
        json.writeStartObject();
        json.writeNumberField("seed", run.seed());
        json.writeArrayFieldStart("flows");
        for (FlowResult flow : run.flows()) {
            flow(flow);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("links");
        for (LinkResult link : run.links()) {
            link(link);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("sessions");
        for (SessionResult session : run.sessions()) {
            session(session);
        }
        json.writeEndArray();
        network(run);
        if (run.sites().isPresent()) {
            sites(run.sites().get());
        }
        json.writeEndObject();
    }

    private void flow(FlowResult flow) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", flow.name());
        json.writeStringField("kind", flow.kind().text());
        number("meanBitPerSecond", Numbers.bits(flow.mean()));
        number("variation", Numbers.of(flow.variation()));
        json.writeNumberField("bytes", flow.bytes());
        json.writeNumberField("packets", flow.packets());
        if (flow.tcp().isPresent()) {
            tcp(flow.tcp().get());
            number("completedSeconds", flow.completedNanos().isEmpty() ? null
                    : Numbers.seconds(flow.completedNanos().getAsLong()));
        }
        json.writeArrayFieldStart("bitPerSecond");
        for (double value : flow.series()) {
            json.writeNumber(Numbers.bits(value));
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void tcp(TcpStats stats) throws IOException {
        json.writeObjectFieldStart("tcp");
        json.writeNumberField("sent", stats.sent());
        json.writeNumberField("retransmitted", stats.retransmitted());
        json.writeNumberField("acknowledged", stats.acknowledged());
        json.writeNumberField("recoveries", stats.recoveries());
        json.writeNumberField("timeouts", stats.timeouts());
        number("rttMs", Numbers.millis(stats.rttNanos()));
        json.writeEndObject();
    }

    private void link(LinkResult link) throws IOException {
        LinkModelStats stats = link.stats();
        json.writeStartObject();
        json.writeStringField("from", link.from());
        json.writeStringField("to", link.to());
        number("utilisation", Numbers.of(link.utilisation()));
        json.writeNumberField("offeredPackets", stats.offered());
        json.writeNumberField("carriedPackets", stats.carried());
        json.writeNumberField("carriedBytes", stats.carriedBytes());
        json.writeNumberField("queueFull", stats.queueFull());
        json.writeNumberField("early", stats.early());
        json.writeNumberField("lost", stats.lost());
        json.writeNumberField("cut", stats.blocked());
        number("dropRate", Numbers.of(stats.dropRate()));
        number("meanQueuePackets", Numbers.of(link.meanQueuedPackets()));
        json.writeNumberField("maxQueuePackets", stats.maxQueuedPackets());
        json.writeEndObject();
    }

    private void session(SessionResult session) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", session.name());
        json.writeStringField("strategy", session.strategy());
        json.writeArrayFieldStart("receivers");
        for (SessionResult.Receiver receiver : session.receivers()) {
            json.writeStartObject();
            json.writeStringField("name", receiver.name());
            number("lossEventRate", Numbers.of(receiver.stats().lossEventRate()));
            number("rttMs", Numbers.millis(receiver.stats().rttNanos()));
            json.writeNumberField("received", receiver.stats().received());
            json.writeNumberField("lost", receiver.stats().lost());
            json.writeNumberField("lossEvents", receiver.stats().lossEvents());
            json.writeNumberField("reports", receiver.reports());
            json.writeNumberField("suppressed", receiver.stats().suppressed());
            json.writeNumberField("duplicates", receiver.duplicates());
            json.writeNumberField("malformed", receiver.malformed());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("samples");
        for (SessionSample sample : session.samples()) {
            sample(session, sample);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void sample(SessionResult session, SessionSample sample) throws IOException {
        json.writeStartObject();
        number("seconds", Numbers.seconds(sample.nanos()));
        number("allowedBitPerSecond", Numbers.bits(sample.allowedRate()));
        json.writeBooleanField("slowStart", sample.slowStart());
        number("rttMs", Numbers.millis(sample.rttNanos()));
        number("lossEventRate", Numbers.of(sample.lossEventRate()));
        json.writeStringField("limiting", sample.limitingReceiver().isEmpty() ? ""
                : session.receiverName(sample.limitingReceiver().getAsLong()));
        json.writeNumberField("reports", sample.reports());
        json.writeNumberField("suppressed", sample.suppressed());
        json.writeEndObject();
    }

    private void network(RunResult run) throws IOException {
        json.writeObjectFieldStart("network");
        json.writeNumberField("sent", run.network().sent());
        json.writeNumberField("copied", run.network().duplicated());
        json.writeNumberField("delivered", run.network().delivered());
        json.writeNumberField("unclaimed", run.network().unclaimed());
        json.writeNumberField("dropped", run.network().dropped());
        json.writeNumberField("inFlight", run.network().inFlight());
        json.writeEndObject();
    }

    private void sites(SitesResult sites) throws IOException {
        json.writeObjectFieldStart("sites");
        counts("accepted", sites.accepted());
        counts("dropped", sites.dropped());
        texts("gaps", sites.gaps());
        texts("events", sites.events());
        json.writeEndObject();
    }

    private void counts(String name, Map<String, Long> counts) throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, Long> each : counts.entrySet()) {
            json.writeNumberField(each.getKey(), each.getValue());
        }
        json.writeEndObject();
    }

    private void texts(String name, List<String> values) throws IOException {
        json.writeArrayFieldStart(name);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }

    /** Writes a number; null for none. */
    private void number(String name, BigDecimal value) throws IOException {
        json.writeFieldName(name);
        json.writeNumber(value);
    }
}
