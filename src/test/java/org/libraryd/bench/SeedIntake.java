package org.libraryd.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * The intake as the source document writes it, as a baseline: event by event, each in a transaction
 * of its own with the dedup row, the conditional update and the outbox row.
 *
 * <p>It has the document's own tables, which have fewer columns and indexes than ours.
 */
final class SeedIntake implements AutoCloseable {
  private static final Map<String, String> ALLOWED =
      Map.of("APPROVED", "CREATED", "RETURNED", "APPROVED", "CANCELLED", "CREATED");

  private static final String TABLES =
      """
      CREATE SCHEMA seed;
      SET search_path = seed;
      CREATE TABLE consumed_event (
          event_id VARCHAR(64), consumer VARCHAR(64), consumed_at TIMESTAMPTZ NOT NULL,
          payload_hash VARCHAR(64) NOT NULL, PRIMARY KEY (event_id, consumer));
      CREATE TABLE business_loan (
          loan_id VARCHAR(32) PRIMARY KEY, book_id VARCHAR(32) NOT NULL,
          member_id VARCHAR(32) NOT NULL, status VARCHAR(16) NOT NULL,
          created_at TIMESTAMPTZ NOT NULL, updated_at TIMESTAMPTZ);
      CREATE TABLE outbox (
          id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, event_id VARCHAR(64) NOT NULL UNIQUE,
          aggregate_id VARCHAR(32) NOT NULL, event_type VARCHAR(64) NOT NULL, payload TEXT NOT NULL,
          created_at TIMESTAMPTZ NOT NULL, published BOOLEAN NOT NULL DEFAULT FALSE);
      CREATE INDEX outbox_published ON outbox (published)
      """;

  private final Connection connection;
  private final KafkaConsumer<String, String> consumer;
  private final ObjectMapper json = new ObjectMapper();

  SeedIntake(String url, String bootstrap, String topic) throws SQLException {
    connection = DriverManager.getConnection(url);
    try (Statement statement = connection.createStatement()) {
      statement.execute(TABLES);
    }
    connection.setAutoCommit(false);
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", bootstrap,
                "group.id", "seed",
                "auto.offset.reset", "earliest",
                "enable.auto.commit", "false"),
            new StringDeserializer(),
            new StringDeserializer());
    consumer.subscribe(List.of(topic));
  }

  /** Handles so many events, then returns. */
  void handle(int events) throws SQLException, IOException {
    int handled = 0;
    while (handled < events) {
      for (ConsumerRecord<String, String> event : consumer.poll(Duration.ofMillis(500))) {
        handle(event);
        handled++;
      }
      consumer.commitSync();
    }
  }

  @Override
  public void close() throws SQLException {
    consumer.close();
    connection.close();
  }

  private void handle(ConsumerRecord<String, String> event) throws SQLException, IOException {
    try {
      String eventId = new String(event.headers().lastHeader("event-id").value(), UTF_8);
      if (handleOnce(eventId, event.value())) {
        connection.commit();
      } else {
        connection.rollback();
      }
    } catch (SQLException e) {
      connection.rollback();
      throw e;
    }
  }

  private boolean handleOnce(String eventId, String payload) throws SQLException, IOException {
    try {
      update(
          "INSERT INTO consumed_event(event_id, consumer, consumed_at, payload_hash)"
              + " VALUES (?, 'loan-lifecycle', CURRENT_TIMESTAMP, ?)",
          eventId,
          hash(payload));
    } catch (SQLException e) {
      if (e.getSQLState() != null && e.getSQLState().startsWith("23")) {
        return false;
      }
      throw e;
    }
    JsonNode event = json.readTree(payload);
    String type = event.get("type").asText();
    if (move(event, type)) {
      update(
          "INSERT INTO outbox(event_id, aggregate_id, event_type, payload, created_at)"
              + " VALUES (?, ?, ?, ?, CURRENT_TIMESTAMP)",
          UUID.randomUUID().toString(),
          event.get("loanId").asText(),
          type,
          payload);
    }
    return true;
  }

  private boolean move(JsonNode event, String type) throws SQLException {
    String loanId = event.get("loanId").asText();
    if (type.equals("loan.created")) {
      update(
          "INSERT INTO business_loan(loan_id, book_id, member_id, status, created_at)"
              + " VALUES (?, ?, ?, 'CREATED', CURRENT_TIMESTAMP)",
          loanId,
          event.get("bookId").asText(),
          event.get("memberId").asText());
      return true;
    }
    if (type.equals("loan.overdue")) {
      return "APPROVED".equals(status(loanId));
    }
    String target = type.substring("loan.".length()).toUpperCase(Locale.ROOT);
    for (int tries = 0; tries < 3; tries++) {
      String now = status(loanId);
      if (target.equals(now)) {
        return false;
      }
      if (now == null || !now.equals(ALLOWED.get(target))) {
        throw new IllegalStateException(loanId + " is " + now + " and cannot be " + target);
      }
      if (update(
              "UPDATE business_loan SET status = ?, updated_at = CURRENT_TIMESTAMP"
                  + " WHERE loan_id = ? AND status = ?",
              target,
              loanId,
              now)
          == 1) {
        return true;
      }
    }
    throw new IllegalStateException(loanId + " does not become " + target);
  }

  private @Nullable String status(String loanId) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT status FROM business_loan WHERE loan_id = ?")) {
      select.setString(1, loanId);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? row.getString(1) : null;
      }
    }
  }

  private int update(String sql, String... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      return statement.executeUpdate();
    }
  }

  private static String hash(String payload) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(payload.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
