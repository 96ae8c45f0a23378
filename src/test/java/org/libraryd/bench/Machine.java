package org.libraryd.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
import org.apache.kafka.common.utils.AppInfoParser;
import org.postgresql.util.DriverInfo;

/** On what and with what was measured. */
final class Machine {
  private static final Path CPU = Path.of("/proc/cpuinfo");
  private static final Path MEMORY = Path.of("/proc/meminfo");

  private Machine() {}

  static String describe(Stage stage) throws SQLException, IOException {
    return String.format(
        Locale.ROOT,
        "%d × %s, %s memory, %s %s; Java %s, Kafka %s, PostgreSQL %s (driver %s)",
        Runtime.getRuntime().availableProcessors(),
        value(CPU, "model name"),
        value(MEMORY, "MemTotal"),
        System.getProperty("os.name"),
        System.getProperty("os.version"),
        Runtime.version(),
        AppInfoParser.getVersion(),
        stage.text("SHOW server_version"),
        DriverInfo.DRIVER_VERSION);
  }

  private static String value(Path file, String key) throws IOException {
    if (!Files.exists(file)) {
      return "unknown";
    }
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("unknown");
  }
}
