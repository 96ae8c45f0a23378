package org.libraryd.consumer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.libraryd.wire.Decoded;
import org.libraryd.wire.Delivery;
import org.libraryd.wire.LoanEventDecoder;

/** Decodes records in order; each becomes a delivery, whatever it holds. */
record BatchDecoder(
    String consumer, LoanEventDecoder decoder, IntakeMetrics metrics, ProcessSpans spans) {
  List<Delivery> decode(Iterable<ConsumerRecord<byte[], byte[]>> records) {
    List<Delivery> batch = new ArrayList<>();
    int foreignKeys = 0;
    for (ConsumerRecord<byte[], byte[]> source : records) {
      Delivery delivery = new Delivery(source, decoder.decode(source), spans.begin(source));
      batch.add(delivery);
      foreignKeys += hasForeignKey(delivery) ? 1 : 0;
    }
    metrics.foreignKeys(consumer, foreignKeys);
    return batch;
  }

  private static boolean hasForeignKey(Delivery delivery) {
    return delivery.decoded() instanceof Decoded.Accepted accepted
        && !Arrays.equals(accepted.event().loanId().getBytes(UTF_8), delivery.source().key());
  }
}
