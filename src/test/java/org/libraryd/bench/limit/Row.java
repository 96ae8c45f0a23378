package org.libraryd.bench.limit;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;

/** An unsent row of the outbox, as the message to send. */
record Row(long id, String lane, ProducerRecord<byte[], byte[]> message) {
  private static final JsonFactory JSON = new JsonFactory();

  static Row of(ResultSet row) throws SQLException {
    String eventId = row.getString("event_id");
    String eventType = row.getString("event_type");
    byte[] payload = row.getString("payload").getBytes(UTF_8);
    var message =
        new ProducerRecord<>(row.getString("topic"), row.getBytes("message_key"), payload);
    Headers headers = message.headers();
    add(headers, "event-id", eventId);
    add(headers, "event-type", eventType);
    add(headers, "loan-version", row.getString("aggregate_version"));
    add(headers, "content-type", "application/json");
    add(headers, "ce_specversion", "1.0");
    add(headers, "ce_id", eventId);
    add(headers, "ce_type", eventType);
    add(headers, "ce_source", "/libraryd");
    add(headers, "ce_subject", row.getString("aggregate_id"));
    addAll(headers, row.getString("headers"));
    return new Row(row.getLong("id"), row.getString("lane"), message);
  }

  private static void addAll(Headers headers, String members) {
    try (JsonParser json = JSON.createParser(members)) {
      json.nextToken();
      for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
        add(headers, name, json.nextTextValue());
      }
    } catch (IOException e) {
      throw new IllegalStateException(members, e);
    }
  }

  private static void add(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(UTF_8));
  }
}
