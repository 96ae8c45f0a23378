package org.libraryd.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.libraryd.jdbc.Columns.Type.BYTES;
import static org.libraryd.jdbc.Columns.Type.INT2;
import static org.libraryd.jdbc.Columns.Type.INT8;
import static org.libraryd.jdbc.Columns.Type.TEXT;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.libraryd.jdbc.BulkInsert;
import org.libraryd.jdbc.Columns;
import org.libraryd.jdbc.Database;

/** SQL of outbox, the writing side. */
@ApplicationScoped
public class OutboxRepository {
  private static final BulkInsert<OutboxMessage> APPEND =
      new BulkInsert<>(
          "outbox",
          "event_id",
          OutboxMessage::eventId,
          new Columns<OutboxMessage>()
              .add("event_id", TEXT, OutboxMessage::eventId)
              .add("event_type", TEXT, OutboxMessage::eventType)
              .add("topic", TEXT, OutboxMessage::topic)
              .add("message_key", BYTES, OutboxRepository::key)
              .add("lane", TEXT, message -> message.lane().name())
              .add("shard", INT2, message -> message.lane().shard())
              .add("aggregate_id", TEXT, OutboxMessage::aggregateId)
              .add("aggregate_version", INT8, OutboxMessage::aggregateVersion)
              .add("payload", TEXT, OutboxMessage::payload)
              .add("headers", TEXT, OutboxMessage::headers)
              .add("dead_letter_id", TEXT, OutboxMessage::deadLetterId));

  private final Database database;
  private final Event<OutboxAppended> appended;

  public OutboxRepository(Database database, Event<OutboxAppended> appended) {
    this.database = database;
    this.appended = appended;
  }

  /**
   * Appends the messages in order and wakes the relay after the commit. A message whose event id is
   * there already is not written again.
   *
   * @return the event ids that this call wrote
   */
  public Set<String> append(List<OutboxMessage> messages) {
    if (messages.isEmpty()) {
      return Set.of();
    }
    appended.fire(new OutboxAppended());
    return APPEND.insert(database, messages);
  }

  private static byte @Nullable [] key(OutboxMessage message) {
    return message.key() == null ? null : message.key().getBytes(UTF_8);
  }
}
