package org.libraryd.sample;

import io.quarkus.arc.profile.IfBuildProfile;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.TreeMap;
import org.libraryd.jdbc.Database;

/** Counts what the sample left in the tables. */
@IfBuildProfile("dev")
@Singleton
class SampleRepository {
  private static final String PUBLISHED =
      "SELECT topic, COUNT(*) FROM outbox WHERE published GROUP BY topic";
  private static final String UNSENT = "SELECT 'unsent', COUNT(*) FROM outbox WHERE NOT published";
  private static final String DEAD_LETTERS =
      "SELECT COALESCE(reason, 'parked'), COUNT(*) FROM dead_letter"
          + " WHERE status IN ('PARKED', 'DEAD') GROUP BY reason";

  private final Database database;

  SampleRepository(Database database) {
    this.database = database;
  }

  Map<String, Long> publishedByTopic() {
    return counts(PUBLISHED);
  }

  long unsent() {
    return counts(UNSENT).getOrDefault("unsent", 0L);
  }

  /** Dead letters by reason, those that wait for a predecessor under {@code parked}. */
  Map<String, Long> deadLetters() {
    return counts(DEAD_LETTERS);
  }

  private Map<String, Long> counts(String query) {
    Map<String, Long> counts = new TreeMap<>();
    database.query(query, row -> counts.put(row.getString(1), row.getLong(2)));
    return counts;
  }
}
