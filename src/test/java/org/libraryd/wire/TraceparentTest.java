package org.libraryd.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceparentTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"
      })
  void nameOfATraceIsTakenAsItIs(String value) {
    assertThat(Traceparent.of(headers(value))).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
        ""
      })
  void whatNamesNoTraceIsNone(String value) {
    assertThat(Traceparent.of(headers(value))).isNull();
  }

  private static RecordHeaders headers(String traceparent) {
    RecordHeaders headers = new RecordHeaders();
    headers.add(HeaderNames.TRACEPARENT, traceparent.getBytes(UTF_8));
    return headers;
  }
}
