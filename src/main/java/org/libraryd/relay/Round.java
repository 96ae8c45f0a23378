package org.libraryd.relay;

import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends the rows of one round so that a lane never has two unacknowledged rows, and sorts them by
 * what the broker answered.
 *
 * <p>There is no barrier between rows: an acknowledgement lets the next row of its lane go at once.
 * Answers come from callbacks only, through a queue to the one thread that runs the round. A row
 * goes alone, with nothing else of its topic in flight, if it failed before, if it is larger than a
 * batch, or if the topic may take less than a batch or took nothing last time; only then does the
 * answer name the culprit, as kafka-clients fails a whole batch for one row.
 */
final class Round {
  /** Room for the headers that follow from columns, and for the framing of a batch. */
  static final int OVERHEAD = 700;

  private static final int TRIES_FOR_A_LIMIT = 2;

  /** The answers of a round; a row that stands in none of the lists stays as it was. */
  static final class Result {
    final List<Long> published = new ArrayList<>();

    /** Failed, by their own fault or a neighbour's. */
    final List<OutboxRow> suspect = new ArrayList<>();

    /** Failed alone in a way that is not known to be permanent. */
    final List<OutboxRow> unclear = new ArrayList<>();

    /** Failed alone and permanently. */
    final Map<OutboxRow, Exception> permanent = new LinkedHashMap<>();

    /** Not taken although the topic took others: perhaps one partition is away. */
    final List<Long> unavailable = new ArrayList<>();
  }

  private record Answer(
      TopicQueue queue, Deque<OutboxRow> lane, boolean alone, @Nullable Exception error) {}

  private final Sender sender;
  private final Function<OutboxRow, ProducerRecord<byte[], byte[]>> builder;
  private final TopicHealth health;
  private final TopicLimits limits;
  private final RoundBounds bounds;
  private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
  private final Result result = new Result();

  Round(
      Sender sender,
      Function<OutboxRow, ProducerRecord<byte[], byte[]>> builder,
      TopicHealth health,
      TopicLimits limits,
      RoundBounds bounds) {
    this.sender = sender;
    this.builder = builder;
    this.health = health;
    this.limits = limits;
    this.bounds = bounds;
  }

  /** Runs at most {@link RoundBounds#longest()}; an answer that is missing then counts as none. */
  Result run(List<OutboxRow> rows) {
    List<TopicQueue> queues = queues(rows);
    long start = System.nanoTime();
    boolean answered = true;
    while (answered) {
      if (System.nanoTime() - start < bounds.sending().toNanos()) {
        queues.forEach(this::sendReady);
      }
      answered = !queues.stream().allMatch(TopicQueue::isIdle) && awaitAnswers(start);
    }
    queues.forEach(this::judge);
    return result;
  }

  private List<TopicQueue> queues(List<OutboxRow> rows) {
    Map<String, List<OutboxRow>> topics = new LinkedHashMap<>();
    rows.forEach(row -> topics.computeIfAbsent(row.topic(), t -> new ArrayList<>()).add(row));
    List<TopicQueue> healthy = new ArrayList<>();
    List<TopicQueue> failing = new ArrayList<>();
    topics.forEach(
        (topic, queued) -> {
          boolean probed = health.isFailing(topic);
          (probed ? failing : healthy).add(new TopicQueue(topic, queued, probed));
        });
    // Last, as sending to a topic that is missing blocks.
    healthy.addAll(failing);
    return healthy;
  }

  private void sendReady(TopicQueue queue) {
    OutboxRow row = queue.next();
    while (row != null) {
      boolean alone = goesAlone(row);
      if (alone && !queue.isIdle()) {
        return;
      }
      send(queue, row, alone);
      if (alone) {
        return;
      }
      row = queue.next();
    }
  }

  private boolean goesAlone(OutboxRow row) {
    return row.attempts() > 0
        || row.size() + OVERHEAD > bounds.batchSize()
        || health.isFailing(row.topic())
        || limits.of(row.topic()) < bounds.batchSize();
  }

  private void send(TopicQueue queue, OutboxRow row, boolean alone) {
    Deque<OutboxRow> lane = queue.send(alone);
    ProducerRecord<byte[], byte[]> record;
    try {
      record = builder.apply(row);
    } catch (IllegalArgumentException e) {
      // Certainly this row's own fault, in whatever company it is.
      answers.add(new Answer(queue, lane, true, e));
      return;
    }
    try {
      Future<?> unused =
          sender.send(
              record, (metadata, error) -> answers.add(new Answer(queue, lane, alone, error)));
    } catch (RuntimeException e) {
      answers.add(new Answer(queue, lane, alone, e));
    }
  }

  /** Waits for an answer and takes all that are there; false if none came in time. */
  private boolean awaitAnswers(long start) {
    try {
      long left = bounds.longest().toNanos() - (System.nanoTime() - start);
      Answer answer = answers.poll(Math.max(0, left), TimeUnit.NANOSECONDS);
      boolean answered = answer != null;
      while (answer != null) {
        take(answer);
        answer = answers.poll();
      }
      return answered;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void take(Answer answer) {
    OutboxRow row = answer.lane().getFirst();
    Exception error = answer.error();
    if (error == null) {
      result.published.add(row.id());
      health.succeeded(row.topic());
      answer.queue().acknowledge(answer.lane());
      return;
    }
    SendFailure failure = SendFailure.of(error);
    switch (failure) {
      case UNAVAILABLE -> answer.queue().unavailable(answer.lane(), error);
      case TOO_LARGE, INVALID -> {
        answer.queue().fail();
        if (!answer.alone()) {
          result.suspect.add(row);
        } else if (failure == SendFailure.TOO_LARGE && mayHearTheLimitSoon(row)) {
          result.unclear.add(row);
        } else {
          result.permanent.put(row, error);
        }
      }
      case UNCLEAR -> {
        answer.queue().fail();
        (answer.alone() ? result.unclear : result.suspect).add(row);
      }
    }
  }

  /**
   * Whether to wait for the limit, so that the reason can name it; in vain where nobody may ask.
   */
  private boolean mayHearTheLimitSoon(OutboxRow row) {
    return limits.of(row.topic()) == 0 && row.attempts() < TRIES_FOR_A_LIMIT;
  }

  private void judge(TopicQueue queue) {
    Exception reason =
        queue.closedBy() == null && !queue.isIdle()
            ? new TimeoutException("No answer within " + bounds.longest())
            : queue.closedBy();
    if (reason == null) {
      return;
    }
    limits.forget(queue.topic);
    if (queue.acknowledgedAny()) {
      result.unavailable.addAll(queue.unavailable());
    } else {
      health.failed(queue.topic, reason);
    }
  }
}
