package org.libraryd.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.libraryd.model.CorpusProducer;
import org.libraryd.model.CorpusShape;
import org.libraryd.model.EventCorpus;
import org.libraryd.model.Invariants;
import org.libraryd.model.Progress;
import org.libraryd.model.Rest;
import org.libraryd.model.TopicNames;
import org.libraryd.support.BrokerProcess;
import org.libraryd.support.LibraryProcess;

/**
 * Killed three times in the middle of 2,000 events, the service leaves what it would have left
 * without.
 */
abstract class CrashContract {

  private static final int EVENTS = 2_000;
  private static final int KILLS = 3;
  private static final Duration STEP = Duration.ofMinutes(2);
  private static final TopicNames TOPICS = TopicNames.STANDARD;

  /**
   * Small batches: a kill must find the service between many transactions. Short sessions: the next
   * start need not wait long for the partitions of the killed one.
   */
  static final Map<String, String> SMALL_BATCHES =
      Map.of(
          "MP_MESSAGING_INCOMING_LIFECYCLE_SESSION_TIMEOUT_MS", "6000",
          "MP_MESSAGING_INCOMING_NOTICE_SESSION_TIMEOUT_MS", "6000",
          "MP_MESSAGING_INCOMING_AUDIT_SOURCE_SESSION_TIMEOUT_MS", "6000",
          "MP_MESSAGING_INCOMING_LIFECYCLE_MAX_POLL_RECORDS", "10",
          "MP_MESSAGING_INCOMING_NOTICE_MAX_POLL_RECORDS", "10",
          "MP_MESSAGING_INCOMING_AUDIT_SOURCE_MAX_POLL_RECORDS", "10");

  private final long seed = EventCorpus.seed();

  abstract LibraryProcess start(String bootstrap);

  /** Returns how many outbox rows still have to go, while the service runs. */
  abstract long unsent(LibraryProcess library);

  /** Opens the database after the end of the service. */
  abstract Connection open() throws SQLException;

  @Test
  void threeKillsLeaveOneEffectPerEventAndLoseNothing() throws SQLException {
    System.out.println("-Dseed=" + seed);
    EventCorpus corpus = EventCorpus.generate(seed, EVENTS, CorpusShape.replaySafe(TOPICS.loan()));
    try (BrokerProcess broker = BrokerProcess.start();
        Progress progress = new Progress(broker.bootstrap());
        CorpusProducer producer = new CorpusProducer(broker.bootstrap())) {
      broker.createTopics(
          List.of(
              TOPICS.loan(),
              TOPICS.changed(),
              TOPICS.notice(),
              TOPICS.audit(),
              TOPICS.deadLetter()),
          3);
      producer.send(corpus.items());
      try (LibraryProcess library = start(broker.bootstrap())) {
        Rest rest = new Rest(progress, TOPICS, corpus.model(), () -> unsent(library));
        killInTheMiddle(library, progress, rest);
        await("all is done")
            .atMost(STEP)
            .pollInterval(Duration.ofMillis(500))
            .ignoreExceptions()
            .until(rest::isReached);
        library.terminate();
      }
      try (Connection connection = open()) {
        System.out.println(new Invariants(connection, broker.bootstrap(), TOPICS).check(corpus));
      }
    }
  }

  private void killInTheMiddle(LibraryProcess library, Progress progress, Rest rest) {
    Random random = new Random(seed);
    for (int kill = 1; kill <= KILLS; kill++) {
      double share = (kill - random.nextDouble() / 2) / (KILLS + 1);
      long changes = (long) (share * rest.changes());
      long copies = (long) (share * EVENTS);
      // Usually the audit copies run ahead; once they are past the point only the changes tell.
      boolean byAudit = random.nextBoolean() && progress.written(TOPICS.audit()) < copies;
      await("kill " + kill + " at " + (byAudit ? copies + " copies" : changes + " changes"))
          .atMost(STEP)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(2))
          .until(
              () ->
                  byAudit
                      ? progress.written(TOPICS.audit()) >= copies
                      : progress.written(TOPICS.changed()) >= changes);
      library.kill();
      System.out.printf("killed at %s%n", rest.onBroker());
      assertThat(rest.isReached()).as("all was done before the kill").isFalse();
      library.restart();
    }
  }
}
