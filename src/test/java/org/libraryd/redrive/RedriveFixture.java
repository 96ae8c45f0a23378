package org.libraryd.redrive;

import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.libraryd.consumer.IntakeMetrics;
import org.libraryd.deadletter.DeadLetterFilter;
import org.libraryd.deadletter.DeadLetterSearchRepository;
import org.libraryd.deadletter.DeadLetterSummary;
import org.libraryd.deadletter.RedriveHandler;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.IdempotentHandler;
import org.libraryd.support.IntakeFixture;
import org.libraryd.wire.Decoded;
import org.libraryd.wire.Delivery;
import org.libraryd.wire.Reason;

/** Dead letters of any kind, and a redrive whose handler can be scripted. */
abstract class RedriveFixture extends IntakeFixture {
  @Inject Redrive redrive;
  @Inject DeadLetterSearchRepository search;
  @Inject RedriveTransaction transaction;
  @Inject RedriveConfig config;
  @Inject IntakeMetrics metrics;
  @Inject RedriveLog log;

  /** The lifecycle handler with something before it. */
  class Scripted implements RedriveHandler {
    @Override
    public String consumer() {
      return handler.consumer();
    }

    @Override
    public Decoded decode(ConsumerRecord<byte[], byte[]> source) {
      return handler.decode(source);
    }

    @Override
    public Set<String> redrive(Deliveries deliveries, Collection<DeadLetterSummary> rows) {
      return handler.redrive(deliveries, rows);
    }
  }

  Redrive redriveBy(RedriveHandler scripted) {
    return new Redrive(search, List.of(scripted), transaction, config, metrics, log);
  }

  /** Rejects events for a reason that has passed by the time they are redriven. */
  void die(List<ConsumerRecord<byte[], byte[]>> events) {
    die(handler, events);
  }

  void die(IdempotentHandler consumer, List<ConsumerRecord<byte[], byte[]>> events) {
    consumer.handle(
        Deliveries.of(
            events.stream().map(event -> new Delivery(event, stuck(delivery(event)))).toList()));
  }

  private static Decoded stuck(Delivery delivery) {
    return delivery.decoded() instanceof Decoded.Accepted accepted
        ? new Decoded.Refused(
            Reason.STUCK, "", accepted.event().eventId(), accepted.event().loanId())
        : delivery.decoded();
  }

  RedriveReport<DeadLetterSummary> redrive() {
    return redrive.redrive(DeadLetterFilter.all(), RedriveOptions.REAL);
  }

  /** Outcomes, with the reason where there is one, in order of arrival. */
  static List<String> words(RedriveReport<?> report) {
    return report.results().stream()
        .map(
            result ->
                result.why() == null
                    ? result.outcome().name()
                    : result.outcome() + " " + result.why())
        .toList();
  }

  /** Every column of every row of every table. */
  Map<String, List<String>> everything() {
    Map<String, List<String>> tables = new TreeMap<>();
    Stream.of("consumed_event", "loan", "dead_letter", "outbox")
        .forEach(table -> tables.put(table, everything(table)));
    return tables;
  }

  private List<String> everything(String table) {
    return database.query(
        "SELECT * FROM " + table + " ORDER BY 1",
        row -> {
          List<String> values = new ArrayList<>();
          for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
            values.add(row.getString(column));
          }
          return values.toString();
        });
  }
}
