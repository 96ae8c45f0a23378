package org.libraryd.conformance;

import static org.awaitility.Awaitility.await;

import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;
import org.libraryd.model.CorpusProducer;
import org.libraryd.model.CorpusShape;
import org.libraryd.model.EventCorpus;
import org.libraryd.model.Invariants;
import org.libraryd.model.Progress;
import org.libraryd.model.Rest;
import org.libraryd.model.TopicNames;
import org.libraryd.model.UnsentRows;

/** Whatever comes in, in whatever batches, tables and topics end as the model says. */
abstract class RandomRunContract {

  private static final int EVENTS = 3_000;
  private static final TopicNames TOPICS = TopicNames.STANDARD;

  @Inject DataSource database;

  @ConfigProperty(name = "kafka.bootstrap.servers")
  String bootstrap = "";

  @Test
  void aRandomStreamEndsAsTheModelSays() throws SQLException {
    long seed = EventCorpus.seed();
    System.out.println("-Dseed=" + seed);
    CorpusShape shape =
        CorpusShape.dense(TOPICS.loan())
            .withPartitions(3)
            .withParkingPerLoan(Dense.PARKING_PER_LOAN)
            .withIgnoredType(Dense.IGNORED_TYPE);
    EventCorpus corpus = EventCorpus.generate(seed, EVENTS, shape);
    try (Progress progress = new Progress(bootstrap)) {
      sendInPortions(corpus, progress, new Random(seed));
      Rest rest = new Rest(progress, TOPICS, corpus.model(), this::unsent);
      await("all is done")
          .atMost(Duration.ofMinutes(2))
          .pollInterval(Duration.ofMillis(500))
          .until(rest::isReached);
    }
    try (Connection connection = database.getConnection()) {
      System.out.println(new Invariants(connection, bootstrap, TOPICS).check(corpus));
    }
  }

  /** Some portions meet an idle service, others a busy one: the batches differ in each run. */
  private void sendInPortions(EventCorpus corpus, Progress progress, Random random) {
    try (CorpusProducer producer = new CorpusProducer(bootstrap)) {
      List<EventCorpus.Item> items = corpus.items();
      int sent = 0;
      while (sent < items.size()) {
        int next = Math.min(items.size(), sent + 1 + random.nextInt(400));
        long changes = progress.written(TOPICS.changed());
        producer.send(items.subList(sent, next));
        if (random.nextBoolean() && next - sent > 100) {
          await("the service is busy")
              .atMost(Duration.ofMinutes(1))
              .until(() -> progress.written(TOPICS.changed()) > changes);
        }
        sent = next;
      }
    }
  }

  private long unsent() {
    try (Connection connection = database.getConnection()) {
      return UnsentRows.count(connection);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
