package org.libraryd.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The verdicts on plain records as tables. Each row damages a valid {@code loan.created} in one
 * place; {@code ~} is a null header, names in angle brackets are characters that a table cannot
 * show.
 */
class VerdictTest {

  @ParameterizedTest(name = "{0}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          one id                     | event-id=E-1                          | accepted
          all visible characters     | event-id=!#$%&()*+-./09:;<=>?@AZ[]^_az{}~" | accepted
          strange null header        | event-id=E-1, trace=~                 | accepted
          as long as allowed         | event-id=<64*x>                       | accepted
          one too long               | event-id=<65*x>                       | invalid-id
          3,500                      | event-id=<3500*a>                     | invalid-id
          65,536                     | event-id=<65536*a>                    | invalid-id
          no headers                 |                                       | missing-id
          only others                | trace=x                               | missing-id
          null                       | event-id=~                            | missing-id
          null twice                 | event-id=~, event-id=~                | missing-id
          empty                      | event-id=                             | missing-id
          three spaces               | event-id=<SP><SP><SP>                 | missing-id
          tab and newline            | event-id=<TAB><LF>                    | missing-id
          65,536 spaces              | event-id=<65536* >                    | missing-id
          other case                 | Event-Id=D                            | missing-id
          leading space              | event-id=<SP>E-1                      | invalid-id
          trailing space             | event-id=E-1<SP>                      | invalid-id
          inner space                | event-id=E<SP>1                       | invalid-id
          not ASCII                  | event-id=É-1                          | invalid-id
          no-break space             | event-id=<NBSP>                       | invalid-id
          raw U+0000                 | event-id=E<NUL>1                      | invalid-id
          forged log line            | event-id=E<CR><LF>WARN fake           | invalid-id
          next line                  | event-id=E<NEL>1                      | invalid-id
          delete                     | event-id=E<DEL>1                      | invalid-id
          terminal escape            | event-id=E<ESC>[31m                   | invalid-id
          repeated, equal            | event-id=C, event-id=C                | accepted
          repeated, different        | event-id=A, event-id=B                | ambiguous-id
          repeated, other case       | event-id=A, event-id=a                | ambiguous-id
          third differs              | event-id=A, event-id=A, event-id=B    | ambiguous-id
          repeated, null first       | event-id=~, event-id=A                | ambiguous-id
          repeated, null last        | event-id=A, event-id=~                | ambiguous-id
          repeated, empty            | event-id=A, event-id=                 | ambiguous-id
          repeated, invalid          | event-id=A, event-id=A<SP>            | ambiguous-id
          both names, equal          | event-id=A, ce_id=A                   | accepted
          both names, different      | event-id=A, ce_id=B                   | ambiguous-id
          both names, null           | event-id=A, ce_id=~                   | ambiguous-id
          both, in other case        | event-id=A, CE_ID=B                   | accepted
          """)
  void eventId(String name, @Nullable String headers, String verdict) {
    assertThat(new SampleRecord().headers(headers).verdict()).as(name).isEqualTo(verdict);
  }

  @ParameterizedTest(name = "{0}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          created               | "loan.created"       | accepted
          approved              | "loan.approved"      | accepted
          returned              | "loan.returned"      | accepted
          cancelled             | "loan.cancelled"     | accepted
          overdue               | "loan.overdue"       | accepted
          escaped               | "loan\\u002Ecreated" | accepted
          configured            | "loan.renewed"       | ignored
          missing               |                      | unknown-type
          null                  | null                 | unknown-type
          empty                 | ""                   | unknown-type
          not configured        | "loan.extended"      | unknown-type
          short                 | "created"            | unknown-type
          enum constant         | "CREATED"            | unknown-type
          other case            | "Loan.Created"       | unknown-type
          padded                | "loan.created "      | unknown-type
          ignored, other case   | "loan.Renewed"       | unknown-type
          position in the enum  | 0                    | invalid-field
          boolean               | true                 | invalid-field
          array                 | ["loan.created"]     | invalid-field
          object                | {}                   | invalid-field
          """)
  void type(String name, @Nullable String json, String verdict) {
    assertThat(new SampleRecord().member("type", json).verdict()).as(name).isEqualTo(verdict);
  }

  @ParameterizedTest(name = "{0}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          as long as allowed       | "<32*x>"            | accepted
          32 emoji                 | "<32*😀>"           | accepted
          32 escaped emoji         | "<32*\\ud83d\\ude00>" | accepted
          emoji with joiner        | "👩‍🚀-1"             | accepted
          right to left            | "ספר-ألف"           | accepted
          combining                | "e\\u0301-1"        | accepted
          inner space              | "L 1"               | accepted
          inner no-break space     | "L\\u00a01"         | accepted
          one too long             | "<33*x>"            | invalid-field
          33 emoji                 | "<33*😀>"           | invalid-field
          65 units                 | "<65*x>"            | invalid-field
          32 and a space           | "<32*x> "           | invalid-field
          900 KB                   | "<900000*x>"        | invalid-field
          empty                    | ""                  | invalid-field
          spaces                   | "   "               | invalid-field
          padded                   | "  L-1  "           | invalid-field
          leading tab              | "\\tL-1"            | invalid-field
          trailing no-break space  | "L-1<NBSP>"         | invalid-field
          trailing wide space      | "L-1<IDSP>"         | invalid-field
          escaped newline          | "L\\n1"             | invalid-field
          escaped forged log line  | "L\\r\\nWARN fake"  | invalid-field
          terminal escape          | "L\\u001b[31m"      | invalid-field
          delete                   | "L<DEL>1"           | invalid-field
          next line                | "L<NEL>1"           | invalid-field
          line separator           | "L<LS>1"            | invalid-field
          paragraph separator      | "L\\u20291"         | invalid-field
          number                   | 1001                | invalid-field
          decimal                  | 1001.50             | invalid-field
          exponent                 | 1e2                 | invalid-field
          20 digits                | 12345678901234567890 | invalid-field
          boolean                  | true                | invalid-field
          array                    | ["L-1"]             | invalid-field
          object                   | {}                  | invalid-field
          object that names itself | {"loanId":"L-1"}    | invalid-field
          null                     | null                | invalid-field
          missing                  |                     | invalid-field
          """)
  void identifiers(String name, @Nullable String json, String verdict) {
    for (String member : new String[] {"loanId", "bookId", "memberId"}) {
      String sent = json == null ? null : SampleRecord.expand(json);
      assertThat(new SampleRecord().member(member, sent).verdict())
          .as("%s of %s", name, member)
          .isEqualTo(verdict);
    }
  }

  @ParameterizedTest(name = "{0} {1} {2}: {3}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          loan.approved | bookId   |         | accepted
          loan.approved | bookId   | null    | accepted
          loan.approved | bookId   | "B-8"   | accepted
          loan.approved | bookId   | ""      | invalid-field
          loan.returned | memberId |         | accepted
          loan.returned | memberId | null    | accepted
          loan.returned | memberId | 42      | invalid-field
          loan.overdue  | memberId | " M-42" | invalid-field
          loan.overdue  | loanId   | null    | invalid-field
          """)
  void partnersOfOtherTypes(String type, String member, @Nullable String json, String verdict) {
    SampleRecord sample =
        new SampleRecord().member("type", "\"" + type + "\"").member(member, json);

    assertThat(sample.verdict()).isEqualTo(verdict);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "2024-06-01T10:00:00+14:00"           | 2024-05-31T20:00:00Z
          "2024-06-01T10:00:00-12:00"           | 2024-06-01T22:00:00Z
          "2024-06-01T10:00:00+18:00"           | 2024-05-31T16:00:00Z
          "2024-06-01T10:00:00Z"                | 2024-06-01T10:00:00Z
          "2024-06-01T10:00:00+08"              | 2024-06-01T02:00:00Z
          "2024-06-01T10:00Z"                   | 2024-06-01T10:00:00Z
          "2024-06-01T10:00:00.123456789Z"      | 2024-06-01T10:00:00.123456789Z
          "2024-02-29T10:00:00Z"                | 2024-02-29T10:00:00Z
          "2000-01-01T00:00:00Z"                | 2000-01-01T00:00:00Z
          "1999-12-31T23:00:00-01:00"           | 2000-01-01T00:00:00Z
          "2026-12-02T12:00:00Z"                | 2026-12-02T12:00:00Z
          "2026-12-02T12:00:00.000000001Z"      | invalid-field
          "1999-12-31T23:59:59.999999999Z"      | invalid-field
          "2000-01-01T00:00:00+00:01"           | invalid-field
          "2024-06-01T10:00:00+18:01"           | invalid-field
          "2024-06-01T10:00:00+25:00"           | invalid-field
          "2024-06-01T10:00:00+0800"            | invalid-field
          "2024-06-01T10:00:00+8:00"            | invalid-field
          "2024-06-01T10:00:00"                 | invalid-field
          "2024-06-01T24:00:00Z"                | invalid-field
          "24:00:00Z"                           | invalid-field
          "2024-06-01T23:59:60Z"                | invalid-field
          "2024-06-01T10:60:00Z"                | invalid-field
          "2024-02-30T10:00:00Z"                | invalid-field
          "2023-02-29T10:00:00Z"                | invalid-field
          "2024-13-01T10:00:00Z"                | invalid-field
          "0001-01-01T00:00:00Z"                | invalid-field
          "-0001-01-01T00:00:00Z"               | invalid-field
          "10000-01-01T00:00:00Z"               | invalid-field
          "+10000-01-01T00:00:00Z"              | invalid-field
          "300000-01-01T00:00:00Z"              | invalid-field
          "+999999999-12-31T23:59:59Z"          | invalid-field
          "+9999999999-12-31T23:59:59Z"         | invalid-field
          "2024-06-01 10:00Z"                   | invalid-field
          "2024-06-01T10:00:00Z[Europe/Berlin]" | invalid-field
          "2024-06-01T10:00:00 Z"               | invalid-field
          " 2024-06-01T10:00:00Z"               | invalid-field
          "2024-06-01T10:00:00.1234567890Z"     | invalid-field
          "2024-06-01"                          | invalid-field
          "20240601T100000Z"                    | invalid-field
          "٢٠٢٤-06-01T10:00:00Z"                | invalid-field
          "<900000*2>"                          | invalid-field
          ""                                    | invalid-field
          " 7 "                                 | invalid-field
          1717236000                            | invalid-field
          7.9                                   | invalid-field
          1e2                                   | invalid-field
          null                                  | invalid-field
          []                                    | invalid-field
                                                | invalid-field
          """)
  void occurredAt(@Nullable String json, String expected) {
    String sent = json == null ? null : SampleRecord.expand(json);
    SampleRecord sample = new SampleRecord().member("occurredAt", sent);

    String verdict = sample.verdict();

    assertThat(verdict.equals("accepted") ? sample.event().occurredAt().toString() : verdict)
        .isEqualTo(expected);
  }
}
