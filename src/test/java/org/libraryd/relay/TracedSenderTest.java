package org.libraryd.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.libraryd.trace.MessageSpans;
import org.libraryd.wire.Traceparent;

class TracedSenderTest {
  private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  private static final String UNSAMPLED = PARENT.substring(0, PARENT.length() - 1) + "0";

  private final MockProducer<byte[], byte[]> producer =
      new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
  private final MessageSpans spans =
      new MessageSpans(
          SdkTracerProvider.builder()
              .addSpanProcessor(SimpleSpanProcessor.create(exporter))
              .build()
              .get("test"),
          false);
  private final TracedSender sender = new TracedSender(producer::send, spans);
  private final List<String> answers = new ArrayList<>();

  @Test
  void eachSendingOfARowIsASpanThatItsRecordNames() {
    ProducerRecord<byte[], byte[]> first = send(record(PARENT));
    assertThat(exporter.getFinishedSpanItems()).isEmpty();
    producer.errorNext(new TimeoutException("away"));
    ProducerRecord<byte[], byte[]> second = send(record(PARENT));
    producer.completeNext();

    List<SpanData> sendings = exporter.getFinishedSpanItems();
    assertThat(sendings).extracting(SpanData::getParentSpanId).containsOnly("00f067aa0ba902b7");
    assertThat(sendings)
        .extracting(span -> span.getStatus().getStatusCode())
        .containsExactly(StatusCode.ERROR, StatusCode.UNSET);
    assertThat(List.of(requireNonNull(trace(first)), requireNonNull(trace(second))))
        .isEqualTo(
            sendings.stream()
                .map(span -> PARENT.replace("00f067aa0ba902b7", span.getSpanId()))
                .toList());
    assertThat(second.headers().headers("traceparent")).hasSize(1);
    assertThat(answers).containsExactly("TimeoutException", "taken");
  }

  @Test
  void sendingThatTheClientRefusesEndsItsSpan() {
    producer.sendException = new IllegalStateException("closed");

    assertThatThrownBy(() -> send(record(PARENT))).isSameAs(producer.sendException);

    assertThat(exporter.getFinishedSpanItems())
        .extracting(span -> span.getStatus().getStatusCode())
        .containsExactly(StatusCode.ERROR);
  }

  @Test
  void recordOfNoSampledTraceIsSentAsItIs() {
    assertThat(trace(send(record(UNSAMPLED)))).isEqualTo(UNSAMPLED);
    assertThat(trace(send(record(null)))).isNull();
    producer.completeNext();
    producer.completeNext();

    assertThat(exporter.getFinishedSpanItems()).isEmpty();
    assertThat(answers).containsExactly("taken", "taken");
  }

  @Test
  void deadLetterIsSentAsItCame() {
    ProducerRecord<byte[], byte[]> letter = record(PARENT);
    letter.headers().add("dead-letter-id", "d".getBytes(UTF_8));
    letter.headers().add("event-id", null);

    assertThat(trace(send(letter))).isEqualTo(PARENT);
    producer.completeNext();

    assertThat(exporter.getFinishedSpanItems()).hasSize(1);
  }

  private ProducerRecord<byte[], byte[]> send(ProducerRecord<byte[], byte[]> record) {
    var unused =
        sender.send(
            record,
            (metadata, error) ->
                answers.add(error == null ? "taken" : error.getClass().getSimpleName()));
    return record;
  }

  private static ProducerRecord<byte[], byte[]> record(@Nullable String traceparent) {
    ProducerRecord<byte[], byte[]> record = new ProducerRecord<>("topic", new byte[0]);
    if (traceparent != null) {
      record.headers().add("traceparent", traceparent.getBytes(UTF_8));
    }
    return record;
  }

  private static @Nullable String trace(ProducerRecord<byte[], byte[]> record) {
    return Traceparent.of(record.headers());
  }
}
