package org.libraryd.wire;

/**
 * Makes text from outside safe for a log line, a column or a header: bounded, one line, printable
 * ASCII only.
 */
public final class PrintableText {
  /** Characters that are kept. */
  public static final int LENGTH_MAX = 500;

  private PrintableText() {}

  /**
   * The first {@value #LENGTH_MAX} characters of the text, each that is not printable ASCII
   * replaced by {@code ?}.
   */
  public static String of(String text) {
    return of(text, LENGTH_MAX);
  }

  /**
   * The first {@code lengthMax} characters of the text, each that is not printable ASCII replaced
   * by {@code ?}.
   */
  public static String of(String text, int lengthMax) {
    int length = Math.min(text.length(), lengthMax);
    StringBuilder printable = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      printable.append(c >= 0x20 && c <= 0x7E ? c : '?');
    }
    return printable.toString();
  }
}
