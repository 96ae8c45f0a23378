package org.libraryd.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.libraryd.wire.HeaderNames;

/**
 * The shipped loan events, in order. A line is one record: key, event id and value with a tab
 * between them; an empty id is no header, an empty value no value.
 */
final class SampleFile {
  private static final String RESOURCE = "/sample/loan-events.tsv";

  private SampleFile() {}

  static List<ProducerRecord<byte[], byte[]>> records(String topic) throws IOException {
    try (InputStream file = SampleFile.class.getResourceAsStream(RESOURCE)) {
      if (file == null) {
        throw new IOException("No " + RESOURCE);
      }
      return new BufferedReader(new InputStreamReader(file, UTF_8))
          .lines()
          .map(line -> record(topic, line))
          .toList();
    }
  }

  private static ProducerRecord<byte[], byte[]> record(String topic, String line) {
    String[] fields = line.split("\t", 3);
    var record = new ProducerRecord<byte[], byte[]>(topic, bytes(fields[0]), bytes(fields[2]));
    byte[] eventId = bytes(fields[1]);
    if (eventId != null) {
      record.headers().add(HeaderNames.EVENT_ID, eventId);
    }
    return record;
  }

  private static byte @Nullable [] bytes(String field) {
    return field.isEmpty() ? null : field.getBytes(UTF_8);
  }
}
