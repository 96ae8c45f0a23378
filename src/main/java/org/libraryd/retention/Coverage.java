package org.libraryd.retention;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A window held against the topics that it has to outlive.
 *
 * @param margin by how many seconds the window is longer than needed: negative when it is too
 *     short, NaN when that is not known
 * @param complaints one sentence for each topic that is not covered, for an operator
 */
record Coverage(double margin, List<String> complaints) {
  private static final long HOUR = 3_600;
  private static final long DAY = 24 * HOUR;

  static Coverage of(Window window, Duration length, List<TopicReach> topics) {
    List<String> complaints = new ArrayList<>();
    double least = Double.POSITIVE_INFINITY;
    boolean unknown = false;
    for (TopicReach topic : topics) {
      double margin = length.toSeconds() - needed(window, topic);
      if (!(margin >= 0)) {
        complaints.add(complaint(window, length, topic));
      }
      if (Double.isNaN(margin)) {
        unknown = true;
      } else {
        least = Math.min(least, margin);
      }
    }
    // One topic known to outlive the window is enough to say so.
    return new Coverage(unknown && least >= 0 ? Double.NaN : least, List.copyOf(complaints));
  }

  /** Whether records that the window's rows protect against are gone when the rows go. */
  boolean suffices() {
    return margin >= 0;
  }

  private static double needed(Window window, TopicReach topic) {
    return topic.seconds() + window.slack().toSeconds();
  }

  private static String complaint(Window window, Duration length, TopicReach topic) {
    if (Double.isNaN(topic.seconds())) {
      return "%s cannot be checked: %s".formatted(window.key(), topic.because());
    }
    String is = window.key() + " is " + text((double) length.toSeconds());
    if (Double.isInfinite(topic.seconds())) {
      return "%s, but %s keeps its records without end (%s)"
          .formatted(is, topic.topic(), topic.because());
    }
    String renewal =
        window.slack().isZero()
            ? ""
            : ", and a claim is renewed once in " + text((double) window.slack().toSeconds());
    return "%s, it must be at least %s: %s keeps its records for %s (%s)%s"
        .formatted(
            is,
            text(needed(window, topic)),
            topic.topic(),
            text(topic.seconds()),
            topic.because(),
            renewal);
  }

  /** As it would be written in the configuration, rounded up. */
  private static String text(double seconds) {
    long whole = (long) Math.ceil(seconds);
    if (whole % DAY == 0) {
      return whole / DAY + "d";
    }
    return whole % HOUR == 0 ? whole / HOUR + "h" : whole + "s";
  }
}
