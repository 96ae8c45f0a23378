package org.libraryd.health;

import io.quarkus.logging.LoggingFilter;
import java.util.List;
import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Puts what a library for the network or for transactions reports into one line, without the
 * frames.
 *
 * <p>An outage or a process that was frozen makes these libraries report the same few exceptions
 * again and again, with 35 lines each that lead through known code only, or what a thread was at
 * when its transaction ran out of time. What is logged below INFO keeps its frames.
 */
@LoggingFilter(name = "frames")
public final class FramesFilter implements Filter {

  private static final List<String> LIBRARIES =
      List.of("io.smallrye.reactive.messaging", "org.apache.kafka", "io.vertx", "com.arjuna");
  private static final int INFO = Level.INFO.intValue();

  @Override
  public boolean isLoggable(LogRecord entry) {
    if (entry.getLevel().intValue() >= INFO && isOfLibrary(entry)) {
      Throwable thrown = entry.getThrown();
      if (thrown != null) {
        entry.setThrown(new Frameless(thrown));
      }
      Object[] parameters = entry.getParameters();
      if (parameters != null) {
        entry.setParameters(Stream.of(parameters).map(FramesFilter::firstLine).toArray());
      }
    }
    return true;
  }

  private static @Nullable Object firstLine(@Nullable Object parameter) {
    return parameter instanceof String text ? text.lines().findFirst().orElse(text) : parameter;
  }

  private static boolean isOfLibrary(LogRecord entry) {
    String category = entry.getLoggerName();
    return category != null && LIBRARIES.stream().anyMatch(category::startsWith);
  }

  // The name of the class would stand before that of the cause.
  @SuppressWarnings("OverrideThrowableToString")
  private static final class Frameless extends Throwable {
    private static final long serialVersionUID = 1;
    private final String cause;

    Frameless(Throwable whole) {
      super(null, null, false, false);
      this.cause = Causes.describe(whole);
    }

    @Override
    public String toString() {
      return cause;
    }
  }
}
