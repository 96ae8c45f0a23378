package org.libraryd.audit;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * Holds the forwarder inside an open transaction until the test has done what it wants to do to it.
 */
public final class SendGate implements ProducerInterceptor<byte[], byte[]> {

  private static final long LIMIT_SECONDS = 60;

  private static final AtomicLong PASSED = new AtomicLong();

  private static final AtomicInteger FREE = new AtomicInteger();

  private static volatile CountDownLatch reached = new CountDownLatch(0);
  private static volatile CountDownLatch released = new CountDownLatch(0);

  /** The next record that is sent stops at the gate. */
  static void shut() {
    shutAfter(0);
  }

  /** Some records pass, the one after them stops. */
  static void shutAfter(int records) {
    FREE.set(records);
    released = new CountDownLatch(1);
    reached = new CountDownLatch(1);
  }

  /** Returns when a record stands at the gate. */
  static void awaitTransaction() throws InterruptedException {
    if (!reached.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("no transaction came");
    }
  }

  static void open() {
    released.countDown();
  }

  /** Records that were sent since the start, those of aborted transactions included. */
  static long passed() {
    return PASSED.get();
  }

  @Override
  public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
    if (FREE.getAndDecrement() > 0) {
      PASSED.incrementAndGet();
      return record;
    }
    reached.countDown();
    try {
      if (!released.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody opened the gate");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    PASSED.incrementAndGet();
    return record;
  }

  @Override
  public void onAcknowledgement(RecordMetadata metadata, Exception exception) {}

  @Override
  public void close() {}

  @Override
  public void configure(Map<String, ?> configs) {}
}
