package org.libraryd.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The names under which the service's meters are scraped, found in its sources: many of them appear
 * at the endpoint only after what they count.
 */
final class MeterNames {
  /** From the making of a meter to the end of the statement; the name, and the unit if any. */
  private static final Pattern METER =
      Pattern.compile("(counter|Gauge\\.builder|\\.gauge)\\(\\s*\"(libraryd\\.[a-z.]+)\"([^;]*);");

  /** The gauges of {@code OutboxMetrics}, which share the beginning of their names. */
  private static final Pattern OUTBOX = Pattern.compile(" gauge\\(\"([a-z.]+)\", ([^,]+),");

  private final Set<String> names = new TreeSet<>();

  private MeterNames() {}

  /** All names, with the suffixes that the registry adds. */
  static Set<String> all() {
    MeterNames found = new MeterNames();
    try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        found.read(Files.readString(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found.names;
  }

  private void read(String source) {
    Matcher meter = METER.matcher(source);
    while (meter.find()) {
      String suffix = meter.group(1).equals("counter") ? "_total" : unit(meter.group(3));
      add(meter.group(2), suffix);
    }
    if (source.contains("\"libraryd.outbox.\" + name")) {
      Matcher gauge = OUTBOX.matcher(source);
      while (gauge.find()) {
        add("libraryd.outbox." + gauge.group(1), unit(gauge.group(2)));
      }
    }
  }

  private void add(String meter, String suffix) {
    names.add(meter.replace('.', '_') + suffix);
  }

  private static String unit(String rest) {
    return rest.contains("SECONDS") || rest.contains("\"seconds\"") ? "_seconds" : "";
  }
}
