package org.libraryd.relay;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts records that are sent while one of another thread has no answer yet. */
final class OneAtATimeProducer extends RelayProducer {
  private final RelayProducer producer;
  private final ConcurrentMap<Thread, AtomicInteger> unanswered = new ConcurrentHashMap<>();
  private final AtomicInteger crossings = new AtomicInteger();

  @SuppressWarnings("NullAway")
  OneAtATimeProducer(RelayProducer producer) {
    super(null, null, null);
    this.producer = producer;
  }

  @Override
  Sender sender() {
    Sender sender = producer.sender();
    return (record, callback) -> {
      AtomicInteger mine =
          unanswered.computeIfAbsent(Thread.currentThread(), key -> new AtomicInteger());
      mine.incrementAndGet();
      if (unanswered.values().stream().anyMatch(some -> some != mine && some.get() > 0)) {
        crossings.incrementAndGet();
      }
      return sender.send(
          record,
          (metadata, error) -> {
            mine.decrementAndGet();
            callback.onCompletion(metadata, error);
          });
    };
  }

  @Override
  Map<String, ?> configuration() {
    return producer.configuration();
  }

  int crossings() {
    return crossings.get();
  }

  Set<Thread> senders() {
    return unanswered.keySet();
  }
}
