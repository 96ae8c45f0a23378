package org.libraryd.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a refusal says: the first failure only, valid ids only, and never the record's own text. */
class RefusalTest {

  @Test
  void firstFailedCheckIsTheReason() {
    SampleRecord sample =
        new SampleRecord()
            .headers("event-id=A,event-id=B")
            .member("type", "\"no such type\"")
            .member("loanId", "\"\"")
            .member("occurredAt", "\"yesterday\"");

    assertThat(new SampleRecord().headers("event-id=A,event-id=B").value("{").verdict())
        .isEqualTo("malformed");
    assertThat(sample.verdict()).isEqualTo("ambiguous-id");
    assertThat(sample.headers("event-id=A").verdict()).isEqualTo("unknown-type");
    sample.member("type", "\"loan.created\"");
    assertThat(sample.refusal().detail()).startsWith("loanId");
    sample.member("loanId", "\"L-1\"");
    assertThat(sample.refusal().detail()).startsWith("occurredAt");
    assertThat(sample.member("occurredAt", "\"2026-12-01T09:30:00Z\"").verdict())
        .isEqualTo("accepted");
  }

  @Test
  void ignoredTypeNeedsAValidIdAndNothingElse() {
    SampleRecord sample =
        new SampleRecord().member("type", "\"loan.renewed\"").member("loanId", "1");

    assertThat(sample.decode()).isEqualTo(new Decoded.Ignored("E-1", "loan.renewed"));
    assertThat(sample.headers(null).verdict()).isEqualTo("missing-id");
  }

  @Test
  void validIdsAreReported() {
    Decoded.Refused refused = new SampleRecord().member("type", "\"loan.extended\"").refusal();

    assertThat(refused.eventId()).isEqualTo("E-1");
    assertThat(refused.loanId()).isEqualTo("L-1001");
    assertThat(refused.detail()).isEqualTo("unknown type loan.extended");
  }

  @Test
  void invalidIdsAreNotReported() {
    Decoded.Refused badEvent = new SampleRecord().headers("event-id=E<NUL>").refusal();
    Decoded.Refused ambiguous = new SampleRecord().headers("event-id=A,event-id=B").refusal();
    Decoded.Refused badLoan = new SampleRecord().member("loanId", "\" L\"").refusal();

    assertThat(badEvent.eventId()).isNull();
    assertThat(badEvent.loanId()).isEqualTo("L-1001");
    assertThat(ambiguous.eventId()).isNull();
    assertThat(badLoan.eventId()).isEqualTo("E-1");
    assertThat(badLoan.loanId()).isNull();
  }

  @Test
  void malformedValueStillHasTheIdOfItsHeader() {
    Decoded.Refused refused = new SampleRecord().value("{\"loanId\":\"L-1\",").refusal();

    assertThat(refused.eventId()).isEqualTo("E-1");
    assertThat(refused.loanId()).isNull();
    assertThat(refused.detail()).isEqualTo("not strict JSON near character 16");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"a<CR><LF>WARN fake<ESC>[31m\"}",
        "{\"type\":\"a\\r\\nWARN secret\\u001b[31m\\u0085\\u2028<900*x>\"}",
        "{\"type\":\"<100*😀>\"}",
        "{\"loanId\":\"a\\r\\nWARN secret\"}",
        "secret\r\nWARN secret",
        "{\"secret<ESC>\":secret}",
        "{\"a\":1,\"a\":1,\"secret\":2}",
        "{\"<NEL>",
        "\u0085\u2028"
      })
  void detailIsOneShortLineOfPrintableAscii(String value) {
    assertThat(new SampleRecord().value(value).refusal().detail())
        .matches("[ -~]{1,100}")
        .doesNotContain("secret\"", "{", "}");
  }

  @Test
  void refusedMadeElsewhereIsBoundedToo() {
    String detail = "ERROR: a\r\nb\u0085\u2028\u001b[31m é " + "x".repeat(1_000);

    assertThat(new Decoded.Refused(Reason.DATA_ERROR, detail, null, null).detail())
        .startsWith("ERROR: a??b???[31m ? xxx")
        .hasSize(PrintableText.LENGTH_MAX);
  }
}
