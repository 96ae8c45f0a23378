package org.libraryd.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.zip.CRC32;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** A sum over key, value and headers of records that is the same in whatever order they come. */
final class TopicSum {
  private final String ignored;
  private int records;
  private long sum;

  /**
   * @param ignored what the names of headers begin with that do not count; empty: all count
   */
  TopicSum(String ignored) {
    this.ignored = ignored;
  }

  void add(ConsumerRecord<byte[], byte[]> record) {
    CRC32 crc = new CRC32();
    update(crc, record.key());
    update(crc, record.value());
    for (Header header : record.headers()) {
      if (ignored.isEmpty() || !header.key().startsWith(ignored)) {
        update(crc, header.key().getBytes(UTF_8));
        update(crc, header.value());
      }
    }
    records++;
    sum += crc.getValue();
  }

  int records() {
    return records;
  }

  @Override
  public String toString() {
    return records + " records of sum " + sum;
  }

  private static void update(CRC32 crc, byte @Nullable [] bytes) {
    crc.update(bytes == null ? -1 : bytes.length);
    if (bytes != null) {
      crc.update(bytes);
    }
  }
}
