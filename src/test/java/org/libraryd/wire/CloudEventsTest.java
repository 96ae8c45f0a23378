package org.libraryd.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both modes of CloudEvents 1.0, and what must agree between attributes and body. */
class CloudEventsTest {
  private static final String BINARY =
      "ce_specversion=1.0,ce_id=X,ce_type=loan.created,ce_source=/desk";
  private static final String STRUCTURED = "content-type=application/cloudevents+json";
  private static final String DATA = new SampleRecord().json();

  @Test
  void allEncodingsOfAnEventAreThatEvent() {
    LoanEvent plain = new SampleRecord().headers("event-id=X").event();

    LoanEvent binary =
        new SampleRecord().headers(BINARY + ",content-type=application/json").event();
    LoanEvent attributesOnly =
        new SampleRecord()
            .headers(BINARY + ",ce_time=2026-12-01T01:30:00Z")
            .member("type", null)
            .member("occurredAt", null)
            .event();
    LoanEvent structured = structured().event();
    LoanEvent dataOnlyWhatIsLeft =
        structured()
            .member("time", "\"2026-12-01T01:30:00Z\"")
            .member("data", "{\"loanId\":\"L-1001\",\"bookId\":\"B-7\",\"memberId\":\"M-42\"}")
            .event();

    assertThat(binary).isEqualTo(plain);
    assertThat(attributesOnly).isEqualTo(plain);
    assertThat(structured).isEqualTo(plain);
    assertThat(dataOnlyWhatIsLeft).isEqualTo(plain);
    assertThat(structured.contentHash()).isEqualTo(plain.contentHash());
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ce_specversion=1.0,ce_id=X,ce_type=loan.created                        | accepted
          ce_specversion=1.0,ce_id=X                                             | accepted
          ce_specversion=1.0,ce_id=X,ce_type=~,ce_time=~                         | accepted
          ce_specversion=1.0,ce_specversion=1.0,ce_id=X                          | accepted
          ce_specversion=1.0,event-id=X                                          | accepted
          ce_specversion=1.0,ce_id=X,event-id=X                                  | accepted
          ce_specversion=1.0,ce_id=X,event-id=Y                                  | ambiguous-id
          ce_specversion=1.0,ce_id=X,ce_id=Y                                     | ambiguous-id
          ce_specversion=1.0                                                     | missing-id
          ce_specversion=1.0,ce_id=                                              | missing-id
          ce_specversion=1.0,ce_id=X<SP>                                         | invalid-id
          ce_specversion=0.3,ce_id=X                                             | malformed
          ce_specversion=1.0.2,ce_id=X                                           | malformed
          ce_specversion=,ce_id=X                                                | malformed
          ce_specversion=~,ce_id=X                                               | malformed
          ce_specversion=1.0,ce_specversion=0.3,ce_id=X                          | malformed
          ce_specversion=1.0,ce_id=X,ce_type=loan.approved                       | invalid-field
          ce_specversion=1.0,ce_id=X,ce_type=loan.created,ce_type=loan.approved  | invalid-field
          ce_specversion=1.0,ce_id=X,ce_type=                                    | invalid-field
          ce_specversion=1.0,ce_id=X,ce_type=loan<NUL>created                    | malformed
          ce_specversion=1.0,ce_id=X,ce_time=2026-12-01T01:30:00Z                | accepted
          ce_specversion=1.0,ce_id=X,ce_time=2026-12-01T01:30:01Z                | invalid-field
          ce_specversion=1.0,ce_id=X,ce_time=yesterday                           | invalid-field
          ce_specversion=1.0,ce_id=X,content-type=application/json; charset=utf-8 | accepted
          ce_specversion=1.0,ce_id=X,content-type=Application/JSON               | accepted
          ce_specversion=1.0,ce_id=X,content-type=application/vnd.desk+json      | accepted
          ce_specversion=1.0,ce_id=X,content-type=~                              | accepted
          ce_specversion=1.0,ce_id=X,content-type=application/avro               | malformed
          ce_specversion=1.0,ce_id=X,content-type=text/plain                     | malformed
          event-id=X,ce_type=loan.approved,ce_time=yesterday                     | accepted
          event-id=X,content-type=text/plain                                     | accepted
          event-id=X,content-type=application/cloudevents-batch+json             | malformed
          event-id=X,content-type=application/cloudevents+avro                   | malformed
          """)
  void binaryMode(String headers, String verdict) {
    assertThat(new SampleRecord().headers(headers).verdict()).isEqualTo(verdict);
  }

  @Test
  void attributeThatIsNotUtf8IsMalformed() {
    SampleRecord sample = new SampleRecord().headers("ce_specversion=1.0,ce_id=X");

    assertThat(sample.header("ce_type", new byte[] {(byte) 0xC0, (byte) 0x80}).verdict())
        .isEqualTo("malformed");
  }

  @ParameterizedTest(name = "{0}={1} -> {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          specversion     | "0.3"                        | malformed
          specversion     | 1.0                          | malformed
          specversion     | null                         | malformed
          specversion     |                              | malformed
          id              | "Y"                          | accepted
          id              |                              | missing-id
          id              | null                         | missing-id
          id              | ""                           | missing-id
          id              | "  "                         | missing-id
          id              | 1001                         | invalid-id
          id              | {}                           | invalid-id
          id              | "X "                         | invalid-id
          id              | "X\\r\\nY"                   | invalid-id
          type            | "loan.renewed"               | invalid-field
          type            |                              | accepted
          type            | null                         | accepted
          type            | 1                            | invalid-field
          time            | "2026-12-01T01:30:00Z"       | accepted
          time            | "2026-12-01T01:30:01Z"       | invalid-field
          time            | "yesterday"                  | invalid-field
          time            | 1                            | invalid-field
          datacontenttype | "application/json"           | accepted
          datacontenttype | null                         | accepted
          datacontenttype | "text/xml"                   | malformed
          datacontenttype | 1                            | malformed
          data            | "{}"                         | malformed
          data            | []                           | malformed
          data            | null                         | malformed
          data            |                              | malformed
          data            | {}                           | invalid-field
          data_base64     | "e30="                       | malformed
          loanId          | "L-2"                        | accepted
          extension       | {"a":[1]}                    | accepted
          extension       | "\\u0000"                    | malformed
          """)
  void structuredMode(String name, @Nullable String json, String verdict) {
    assertThat(structured().member(name, json).verdict()).isEqualTo(verdict);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/cloudevents+json; charset=utf-8",
        "Application/CloudEvents+JSON",
        "application/cloudevents+json"
      })
  void structuredModeIsToldByTheContentType(String contentType) {
    assertThat(structured().headers("content-type=" + contentType).verdict()).isEqualTo("accepted");
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          event-id=X                                        | accepted
          ce_id=X                                           | accepted
          event-id=Y                                        | ambiguous-id
          event-id=~                                        | ambiguous-id
          ce_specversion=1.0,ce_id=X,ce_type=loan.created   | accepted
          ce_specversion=1.0,ce_type=loan.approved          | invalid-field
          ce_specversion=0.3                                | malformed
          """)
  void headersBesideStructuredModeMustAgree(String headers, String verdict) {
    assertThat(structured().headers(STRUCTURED + "," + headers).verdict()).isEqualTo(verdict);
  }

  @Test
  void idOutsideAsciiIsOneIdInHeaderAndAttribute() {
    SampleRecord sample = structured().member("id", "\"é\"");

    assertThat(sample.header("event-id", "é".getBytes(UTF_8)).verdict()).isEqualTo("invalid-id");
  }

  @Test
  void structuredEventWithoutItsContentTypeIsAPlainRecord() {
    assertThat(structured().headers("event-id=X").verdict()).isEqualTo("invalid-field");
  }

  private static SampleRecord structured() {
    return new SampleRecord()
        .headers(STRUCTURED)
        .member("loanId", null)
        .member("bookId", null)
        .member("memberId", null)
        .member("occurredAt", null)
        .member("specversion", "\"1.0\"")
        .member("id", "\"X\"")
        .member("source", "\"/desk\"")
        .member("data", DATA);
  }
}
