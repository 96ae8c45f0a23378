package org.libraryd.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.OpenTelemetry;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.libraryd.model.TopicReader;
import org.libraryd.support.OnH2;

/** As it is shipped: nothing is traced, and nobody's trace breaks. */
@QuarkusTest
@TestProfile(OnH2.class)
class TracesOffIT extends TraceFixture {
  private static final String TRACE = "11111111111111111111111111111111";

  @Inject OpenTelemetry openTelemetry;
  @Inject MessageSpans spans;

  @Test
  void traceIsPassedOnAsItCame() {
    send("off-1", "created", "L-off", sampled(TRACE));
    send("off-2", "approved", "L-off", sampled(TRACE));

    assertThat(traceOn("libraryd.loan.changed", "off-1")).isEqualTo(sampled(TRACE));
    var change = awaitOnly("libraryd.loan.changed", "source-event-id", "off-2");
    assertThat(TopicReader.header(change, "traceparent")).isEqualTo(sampled(TRACE));
    String changeId = Objects.requireNonNull(TopicReader.header(change, "event-id"));
    assertThat(traceOn("libraryd.notice", changeId)).isEqualTo(sampled(TRACE));
  }

  @Test
  void noSpanIsMadeAndNoExporterRuns() {
    assertThat(spans.areOn()).isFalse();
    assertThat(openTelemetry).asString().contains("spanProcessor=NoopSpanProcessor");
  }
}
