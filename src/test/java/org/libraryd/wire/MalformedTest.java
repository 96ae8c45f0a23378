package org.libraryd.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Values that are not one strict JSON object, down to the bytes, and members nobody reads, which
 * may hold anything that is strict JSON.
 */
class MalformedTest {
  private static final String VALID = new SampleRecord().json();

  @Test
  void tombstoneIsMalformedWithAndWithoutHeaders() {
    assertThat(new SampleRecord().value((byte[]) null).verdict()).isEqualTo("malformed");
    assertThat(new SampleRecord().headers(null).value((byte[]) null).verdict())
        .isEqualTo("malformed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "   ",
        "{",
        "{\"type\":",
        "not json",
        "null",
        "true",
        "1001",
        "\"text\"",
        "[]",
        "[{}]",
        "}",
        "<NUL>",
        "<BOM>",
        "<900000*x>",
        "\"<900000*x>\"",
        "<1001*[>",
        "<100000*{\"a\":>"
      })
  void noObject(String value) {
    assertThat(new SampleRecord().value(value).verdict()).isEqualTo("malformed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x", "{}", "1", ",", "}", "]", "<NUL>", "<FF>", "<NBSP>", "//", "#", "\""})
  void textAfterTheObject(String rest) {
    assertThat(new SampleRecord().value(VALID + rest).verdict()).isEqualTo("malformed");
    assertThat(new SampleRecord().value(VALID + "\n" + rest).verdict()).isEqualTo("malformed");
  }

  @Test
  void whiteSpaceAroundTheObjectIsFine() {
    assertThat(new SampleRecord().value(" \t\r\n" + VALID + " \t\r\n").verdict())
        .isEqualTo("accepted");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "note":"<900000*x>"                                  | accepted
          "note":<2000*1>                                      | accepted
          "<60000*x>":1                                        | accepted
          "a":1,"b":[true,null,{"c":"d"}],"e":{"f":{"g":-0.5}} | accepted
          "a":<998*[><998*]>                                   | accepted
          "loanid":"other case"                                | accepted
          "data":{"type":"loan.x","loanId":1}                  | accepted
          "id":"E-2","specversion":"0.3","time":1              | accepted
          "note":"😀 e\\u0301 \\ud83d\\ude00 <NEL><LS>"        | accepted
          "a":<1001*[><1001*]>                                 | malformed
          "a":<100000*[>                                       | malformed
          "note":"a\\u0000b"                                   | malformed
          "note":"a<NUL>b"                                     | malformed
          "note":["a\\u0000b"]                                 | malformed
          "note":{"a":{"b\\u0000":1}}                          | malformed
          "no\\u0000te":1                                      | malformed
          "note":"\\ud83d"                                     | malformed
          "note":"\\ude00\\ud83d"                              | malformed
          "note":{"\\ud83dx":1}                                | malformed
          "note":[["\\ude00"]]                                 | malformed
          "note":"a<TAB>b"                                     | malformed
          "note":"a<CR><LF>WARN fake<ESC>[31m"                 | malformed
          "note":"\\x41"                                       | malformed
          "note":"\\u12g4"                                     | malformed
          "a":1,"a":1                                          | malformed
          "a":1,"\\u0061":1                                    | malformed
          "loanId":"L-1001"                                    | malformed
          "note":{"a":1,"a":1}                                 | malformed
          "note":[{"a":{"b":1,"b":2}}]                         | malformed
          "a":NaN                                              | malformed
          "a":Infinity                                         | malformed
          "a":-                                                | malformed
          "a":01                                               | malformed
          "a":+1                                               | malformed
          "a":.5                                               | malformed
          "a":5.                                               | malformed
          "a":0x10                                             | malformed
          "a":1e                                               | malformed
          "a":1.2.3                                            | malformed
          "a":tru                                              | malformed
          "a":TRUE                                             | malformed
          "a":undefined                                        | malformed
          "a":'b'                                              | malformed
          'a':1                                                | malformed
          a:1                                                  | malformed
          "a":1,                                               | malformed
          "a":[1,]                                             | malformed
          "a":[,1]                                             | malformed
          "a":[1}                                              | malformed
          "a"                                                  | malformed
          "a":                                                 | malformed
          "a":1 /* comment */                                  | malformed
          "a":1 // comment                                     | malformed
          "a":1 # comment                                      | malformed
          "a":<NBSP>1                                          | malformed
          "a":<FF>1                                            | malformed
          """)
  void unknownMembers(String members, String verdict) {
    String json = new SampleRecord().json();
    String sent = json.substring(0, json.length() - 1) + "," + members + "}";

    assertThat(new SampleRecord().value(sent).verdict()).isEqualTo(verdict);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "lone continuation byte,   80",
    "impossible byte,          ff",
    "Latin-1 letter,           e9",
    "cut two-byte sequence,    c3",
    "cut four-byte sequence,   f09f98",
    "overlong slash,           c0af",
    "overlong U+0000,          c080",
    "overlong three bytes,     e080af",
    "overlong four bytes,      f08080af",
    "surrogate,                eda080",
    "CESU-8 pair,              eda0bdedb880",
    "beyond U+10FFFF,          f4908080",
    "five-byte form,           f888808080"
  })
  void invalidUtf8(String name, String hex) {
    String marked = new SampleRecord().member("note", "\"@\"").json();
    byte[] value = replaced(marked, HexFormat.of().parseHex(hex));

    assertThat(new SampleRecord().value(value).verdict()).as(name).isEqualTo("malformed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-16", "UTF-32BE", "UTF-32LE"})
  void otherEncodings(String charset) {
    byte[] value = VALID.getBytes(Charset.forName(charset));

    assertThat(new SampleRecord().value(value).verdict()).isEqualTo("malformed");
  }

  @Test
  void byteOrderMarkBeforeTheObject() {
    assertThat(new SampleRecord().value("<BOM>" + VALID).verdict()).isEqualTo("malformed");
  }

  @Test
  void thousandLevelsAreTheLimit() {
    String open = "{\"a\":";

    String thousand = open.repeat(999) + "{}" + "}".repeat(999);
    String more = open.repeat(1_000) + "{}" + "}".repeat(1_000);

    assertThat(new SampleRecord().value(thousand).verdict()).isEqualTo("unknown-type");
    assertThat(new SampleRecord().value(more).verdict()).isEqualTo("malformed");
  }

  @Test
  void manyMembersOfAnyNameAreFine() {
    StringBuilder json = new StringBuilder(VALID).deleteCharAt(VALID.length() - 1);
    for (int i = 0; i < 20_000; i++) {
      json.append(",\"m").append(i).append("\":").append(i);
    }

    assertThat(new SampleRecord().value(json.append('}').toString()).verdict())
        .isEqualTo("accepted");
  }

  private static byte[] replaced(String text, byte[] replacement) {
    // One character per byte on the way there and back.
    String bytes = new String(text.getBytes(UTF_8), StandardCharsets.ISO_8859_1);
    String inserted = new String(replacement, StandardCharsets.ISO_8859_1);
    return bytes.replace("@", inserted).getBytes(StandardCharsets.ISO_8859_1);
  }
}
