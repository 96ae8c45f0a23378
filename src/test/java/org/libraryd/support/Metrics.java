package org.libraryd.support;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** What a service tells about itself at one moment, in the text format of Prometheus. */
public final class Metrics {
  private final List<String> all;
  private final List<String> lines;

  private Metrics(List<String> all) {
    this.all = all;
    this.lines = all.stream().filter(line -> line.startsWith("libraryd_")).toList();
  }

  /** Asks a running service. */
  public static Metrics of(LibraryProcess library) {
    try {
      return new Metrics(
          library.get("/q/metrics").body().lines().filter(line -> !line.startsWith("#")).toList());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Sums the series of a name that carry all the labels, each as {@code name="value"}. */
  public long sum(String name, String... labels) {
    return all.stream()
        .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
        .filter(line -> Arrays.stream(labels).allMatch(line::contains))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  /** Returns how many series there are, those of the platform included. */
  public int all() {
    return all.size();
  }

  /** Returns the series of our own, with their values. */
  public List<String> series() {
    return lines;
  }
}
