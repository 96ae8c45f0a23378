package org.libraryd.health;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CausesTest {
  @Test
  void innermostMessageIsTold() {
    Exception failure =
        new IllegalStateException("outer", new IllegalArgumentException("inner", new Error()));

    assertThat(Causes.describe(failure)).isEqualTo("IllegalArgumentException: inner");
  }

  @Test
  void descriptionIsOneBoundedLine() {
    String described = Causes.describe(new IllegalStateException("a\n\tb" + "c".repeat(1_000)));

    assertThat(described).startsWith("IllegalStateException: a bc").hasSizeLessThan(310);
  }

  @Test
  void causesThatRunInACircleEnd() {
    Exception one = new IllegalStateException("one");
    Exception two = new IllegalStateException("two", one);
    one.initCause(two);

    assertThat(Causes.describe(one)).isEqualTo("IllegalStateException: two");
  }
}
