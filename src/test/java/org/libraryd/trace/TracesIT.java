package org.libraryd.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.libraryd.model.TopicReader;
import org.libraryd.support.OnH2;

/** One trace leads from the desk's record through the service to whoever reads what it sends. */
@QuarkusTest
@TestProfile(TracesIT.On.class)
class TracesIT extends TraceFixture {
  private static final String LOAN = "process libraryd.loan";
  private static final String CHANGED = "send libraryd.loan.changed";
  private static final String NOTICE = "process libraryd.loan.changed";
  private static final String TOLD = "send libraryd.notice";
  private static final String DEAD = "send libraryd.loan.dlq";

  private static final String FIRST = "11111111111111111111111111111111";
  private static final String SECOND = "22222222222222222222222222222222";
  private static final String THIRD = "33333333333333333333333333333333";
  private static final String FOURTH = "44444444444444444444444444444444";
  private static final String FIFTH = "55555555555555555555555555555555";
  private static final String SIXTH = "66666666666666666666666666666666";
  private static final String SEVENTH = "77777777777777777777777777777777";
  private static final String EIGHTH = "88888888888888888888888888888888";
  private static final String NINTH = "99999999999999999999999999999999";

  /** Tracing is on, and spans stay in memory. */
  public static class On extends OnH2 {
    @Override
    public Map<String, String> getConfigOverrides() {
      Map<String, String> config = new HashMap<>(super.getConfigOverrides());
      config.put("quarkus.otel.sdk.disabled", "false");
      config.put("quarkus.otel.bsp.schedule.delay", "100ms");
      return config;
    }

    @Override
    public Set<Class<?>> getEnabledAlternatives() {
      return Set.of(Memory.class);
    }
  }

  /** Takes the place of the exporter. */
  @Alternative
  @ApplicationScoped
  public static class Memory {
    @Produces
    @Singleton
    InMemorySpanExporter exporter() {
      return InMemorySpanExporter.create();
    }
  }

  @Inject InMemorySpanExporter exporter;

  @Test
  void oneTraceLeadsFromTheDeskToTheNotice() {
    send("on-1", "created", "L-1", sampled(FIRST));
    send("on-2", "approved", "L-1", sampled(SECOND));

    Map<String, SpanData> told = awaitSpans(SECOND, LOAN, CHANGED, NOTICE, TOLD);
    Map<String, SpanData> silent = awaitSpans(FIRST, LOAN, CHANGED, NOTICE);

    assertThat(parent(told, LOAN)).isEqualTo(DESK);
    assertThat(parent(told, CHANGED)).isEqualTo(id(told, LOAN));
    assertThat(parent(told, NOTICE)).isEqualTo(id(told, CHANGED));
    assertThat(parent(told, TOLD)).isEqualTo(id(told, NOTICE));
    var change = awaitOnly("libraryd.loan.changed", "source-event-id", "on-2");
    String changeId = Objects.requireNonNull(TopicReader.header(change, "event-id"));
    assertThat(TopicReader.header(change, "traceparent"))
        .isEqualTo(traceparent(SECOND, id(told, CHANGED)) + "01");
    assertThat(traceOn("libraryd.notice", changeId))
        .isEqualTo(traceparent(SECOND, id(told, TOLD)) + "01");
    assertThat(span(told, LOAN).getKind()).isEqualTo(SpanKind.CONSUMER);
    assertThat(span(told, CHANGED).getKind()).isEqualTo(SpanKind.PRODUCER);
    assertThat(texts(told, LOAN))
        .containsEntry("messaging.system", "kafka")
        .containsEntry("messaging.operation.type", "process")
        .containsEntry("messaging.destination.name", "libraryd.loan")
        .containsEntry("messaging.consumer.group.name", "libraryd-lifecycle")
        .containsEntry("libraryd.event.id", "on-2")
        .containsEntry("libraryd.loan.id", "L-1")
        .containsEntry("libraryd.outcome", "APPLIED")
        .containsKeys("messaging.destination.partition.id", "messaging.kafka.offset");
    assertThat(texts(told, CHANGED))
        .containsEntry("libraryd.event.id", changeId)
        .containsEntry("libraryd.loan.id", "L-1")
        .containsEntry("messaging.destination.partition.id", "" + change.partition())
        .containsEntry("messaging.kafka.offset", "" + change.offset());
    assertThat(texts(silent, NOTICE)).containsEntry("libraryd.outcome", "IGNORED");
  }

  @Test
  void secondDeliveryIsSeenInItsOwnTraceAndChangesNothing() {
    send("on-3", "created", "L-2", sampled(THIRD));
    awaitSpans(THIRD, LOAN, CHANGED, NOTICE);
    String before = traceOn("libraryd.loan.changed", "on-3");

    send("on-3", "created", "L-2", sampled(FOURTH));

    assertThat(texts(awaitSpans(FOURTH, LOAN), LOAN))
        .containsEntry("libraryd.outcome", "DUPLICATE");
    assertThat(traceOn("libraryd.loan.changed", "on-3")).isEqualTo(before);
  }

  @Test
  void traceThatIsNotSampledIsPassedOnAsItCame() {
    send("on-5", "created", "L-3", unsampled(FIFTH));
    send("on-6", "approved", "L-3", sampled(SIXTH));

    assertThat(traceOn("libraryd.loan.changed", "on-5")).isEqualTo(unsampled(FIFTH));
    awaitSpans(SIXTH, LOAN, CHANGED, NOTICE, TOLD);
    assertThat(spans(FIFTH)).isEmpty();
  }

  @Test
  void changeOfAParkedEventGoesOnInItsOwnTrace() {
    send("on-7", "approved", "L-4", sampled(SEVENTH));
    send("on-8", "created", "L-4", sampled(EIGHTH));

    Map<String, SpanData> parked = awaitSpans(SEVENTH, LOAN, CHANGED, NOTICE, TOLD);

    assertThat(texts(parked, LOAN)).containsEntry("libraryd.outcome", "PARKED");
    assertThat(parent(parked, CHANGED)).isEqualTo(DESK);
    awaitSpans(EIGHTH, LOAN, CHANGED, NOTICE);
  }

  @Test
  void rejectionIsAnErrorAndItsDeadLetterStaysAsItCame() {
    sendBody("on-9", "L-5", "garbage", sampled(NINTH));

    Map<String, SpanData> rejected = awaitSpans(NINTH, LOAN, DEAD);

    assertThat(span(rejected, LOAN).getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(texts(rejected, LOAN))
        .containsEntry("libraryd.outcome", "REJECTED")
        .containsEntry("error.type", "malformed")
        .containsEntry("libraryd.event.id", "on-9")
        .doesNotContainKey("libraryd.loan.id");
    assertThat(rejected.values())
        .allSatisfy(span -> assertThat(span.toString()).doesNotContain("garbage"));
    assertThat(traceOn("libraryd.loan.dlq", "event-id", "on-9")).isEqualTo(sampled(NINTH));
  }

  /** Waits for exactly these spans of a trace, and returns them by name. */
  private Map<String, SpanData> awaitSpans(String traceId, String... names) {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(spans(traceId))
                    .extracting(SpanData::getName)
                    .containsExactlyInAnyOrder(names));
    Map<String, SpanData> byName = new HashMap<>();
    spans(traceId).forEach(span -> byName.put(span.getName(), span));
    return byName;
  }

  private List<SpanData> spans(String traceId) {
    return exporter.getFinishedSpanItems().stream()
        .filter(span -> span.getTraceId().equals(traceId))
        .toList();
  }

  private static String id(Map<String, SpanData> spans, String name) {
    return span(spans, name).getSpanId();
  }

  private static String parent(Map<String, SpanData> spans, String name) {
    return span(spans, name).getParentSpanId();
  }

  private static Map<String, String> texts(Map<String, SpanData> spans, String name) {
    Map<String, String> texts = new HashMap<>();
    span(spans, name)
        .getAttributes()
        .forEach((AttributeKey<?> key, Object value) -> texts.put(key.getKey(), "" + value));
    return texts;
  }

  private static SpanData span(Map<String, SpanData> spans, String name) {
    return Objects.requireNonNull(spans.get(name));
  }
}
