package org.libraryd.wire;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Tells two records at the same coordinates apart: a topic that was deleted and created again
 * starts its offsets anew.
 */
public final class Fingerprint {
  private Fingerprint() {}

  /**
   * 64 hexadecimal digits over timestamp, key, value and headers in their order, null and empty
   * being different.
   */
  public static String of(ConsumerRecord<byte[], byte[]> source) {
    Sha256 digest = new Sha256().add(source.timestamp()).add(source.key()).add(source.value());
    for (Header header : source.headers()) {
      digest.add(header.key()).add(header.value());
    }
    return digest.hex();
  }
}
