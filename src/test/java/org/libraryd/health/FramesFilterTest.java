package org.libraryd.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.formatters.JsonFormatter;
import org.jboss.logmanager.formatters.StructuredFormatter.ExceptionOutputType;
import org.junit.jupiter.api.Test;

class FramesFilterTest {

  private final FramesFilter filter = new FramesFilter();

  @Test
  void failureThatANetworkLibraryReportsKeepsItsCauseAndLosesItsFrames() {
    LogRecord entry = entry("org.apache.kafka.clients.Metadata", Level.WARNING);

    assertThat(filter.isLoggable(entry)).isTrue();

    assertThat(entry.getThrown()).hasToString("IllegalArgumentException: inner");
    assertThat(entry.getThrown().getStackTrace()).isEmpty();
    assertThat(entry.getThrown()).hasNoCause();
  }

  @Test
  void causeStaysInALineOfJson() {
    ExtLogRecord entry = new ExtLogRecord(Level.WARNING, "it went wrong", "");
    entry.setLoggerName("io.smallrye.reactive.messaging.kafka");
    entry.setThrown(new IllegalStateException("outer", new IllegalArgumentException("inner")));
    JsonFormatter json = new JsonFormatter();
    json.setExceptionOutputType(ExceptionOutputType.FORMATTED);

    assertThat(filter.isLoggable(entry)).isTrue();

    assertThat(json.format(entry))
        .contains("IllegalArgumentException: inner")
        .doesNotContain("FramesFilter", "at org.");
  }

  @Test
  void whatAThreadWasAtWhenItsTransactionRanOutOfTimeIsOneLine() {
    LogRecord entry = new LogRecord(Level.WARNING, "thread {0} was in progress with {1}");
    entry.setLoggerName("com.arjuna.ats.arjuna");
    entry.setParameters(new Object[] {7, "a.B.c(B.java:1)\na.B.d(B.java:2)"});

    assertThat(filter.isLoggable(entry)).isTrue();

    assertThat(entry.getParameters()).containsExactly(7, "a.B.c(B.java:1)");
  }

  @Test
  void failureOfOursKeepsItsFrames() {
    assertThatFramesStay(entry("org.libraryd.consumer.Intake", Level.SEVERE));
  }

  @Test
  void detailThatSomebodySwitchedOnKeepsItsFrames() {
    assertThatFramesStay(entry("org.apache.kafka.clients.Metadata", Level.FINE));
  }

  @Test
  void messageWithoutAFailureStays() {
    LogRecord entry = new LogRecord(Level.INFO, "all is well");
    entry.setLoggerName("io.vertx.core");

    assertThat(filter.isLoggable(entry)).isTrue();
    assertThat(entry.getThrown()).isNull();
  }

  private void assertThatFramesStay(LogRecord entry) {
    Throwable thrown = entry.getThrown();

    assertThat(filter.isLoggable(entry)).isTrue();

    assertThat(entry.getThrown()).isSameAs(thrown);
  }

  private static LogRecord entry(String category, Level level) {
    LogRecord entry = new LogRecord(level, "it went wrong");
    entry.setLoggerName(category);
    entry.setThrown(new IllegalStateException("outer", new IllegalArgumentException("inner")));
    return entry;
  }
}
