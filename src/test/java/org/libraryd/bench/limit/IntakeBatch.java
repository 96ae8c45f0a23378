package org.libraryd.bench.limit;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Gives each event of a batch its effect once, in the running transaction. */
final class IntakeBatch {
  static final String CONSUMER = "loan-lifecycle";

  private static final String CLAIM =
      """
      INSERT INTO consumed_event (event_id, consumer, payload_hash, outcome, loan_id)
      SELECT event_id, 'loan-lifecycle', payload_hash, 'APPLIED', loan_id
        FROM unnest(?, ?, ?) AS input (event_id, payload_hash, loan_id)
          ON CONFLICT DO NOTHING
      RETURNING event_id
      """;

  private static final String HASHES =
      """
      SELECT event_id, payload_hash
        FROM consumed_event
       WHERE consumer = 'loan-lifecycle' AND event_id = ANY (?)
      """;

  private static final String UNCHANGED =
      """
      UPDATE consumed_event
         SET outcome = 'UNCHANGED'
       WHERE consumer = 'loan-lifecycle' AND event_id = ANY (?)
      """;

  private static final String LOCK =
      """
      SELECT loan_id, book_id, member_id, status, version
        FROM loan
       WHERE loan_id = ANY (?)
       ORDER BY loan_id
         FOR UPDATE
      """;

  private static final String CREATE =
      """
      INSERT INTO loan (loan_id, book_id, member_id, status, version)
      SELECT * FROM unnest(?, ?, ?, ?, ?) AS input
          ON CONFLICT DO NOTHING
      """;

  private static final String MOVE =
      """
      UPDATE loan
         SET status = input.status, version = input.version, updated_at = CURRENT_TIMESTAMP
        FROM unnest(?, ?, ?, ?, ?) AS input (loan_id, status, version, seen_status, seen_version)
       WHERE loan.loan_id = input.loan_id
         AND loan.status = input.seen_status
         AND loan.version = input.seen_version
      """;

  private static final String APPEND =
      """
      INSERT INTO outbox (event_id, event_type, topic, message_key, lane, shard, aggregate_id,
                          aggregate_version, payload, headers)
      SELECT event_id, event_type, 'libraryd.loan.changed', convert_to(loan_id, 'UTF8'), lane,
             shard, loan_id, version, payload, headers
        FROM unnest(?, ?, ?, ?, ?, ?, ?, ?) WITH ORDINALITY
             AS input (event_id, event_type, lane, shard, loan_id, version, payload, headers, row)
       ORDER BY row
          ON CONFLICT DO NOTHING
      """;

  private final Connection connection;
  private final Digest digest = new Digest();

  IntakeBatch(Connection connection) {
    this.connection = connection;
  }

  void take(List<Event> events) throws SQLException {
    Map<String, Event> byId = new TreeMap<>();
    List<Event> firsts = new ArrayList<>(events.size());
    for (Event event : events) {
      Event first = byId.putIfAbsent(event.id(), event);
      if (first == null) {
        firsts.add(event);
      } else {
        requireSame(event, first.hash());
      }
    }
    Set<String> claimed = claim(byId.values());
    if (claimed.size() < firsts.size()) {
      requireSame(firsts.stream().filter(event -> !claimed.contains(event.id())).toList());
    }
    apply(firsts.stream().filter(event -> claimed.contains(event.id())).toList());
  }

  private void apply(List<Event> events) throws SQLException {
    Map<String, Loan> loans = lock(events);
    List<Change> changes = new ArrayList<>();
    List<Event> unchanged = new ArrayList<>();
    for (Event event : events) {
      Loan loan = loans.computeIfAbsent(event.loanId(), Loan::new);
      if (loan.take(event)) {
        changes.add(Change.of(event, loan, digest));
      } else {
        unchanged.add(event);
      }
    }
    write(CREATE, loans.values().stream().filter(Loan::isNew).toList(), this::created);
    write(
        MOVE,
        loans.values().stream().filter(loan -> !loan.isNew() && loan.isChanged()).toList(),
        this::moved);
    write(APPEND, changes, this::appended);
    write(UNCHANGED, unchanged, rows -> new Object[] {text(rows, Event::id)});
  }

  private Set<String> claim(Collection<Event> events) throws SQLException {
    Set<String> claimed = new HashSet<>(events.size() * 2);
    try (PreparedStatement statement =
            prepare(
                CLAIM,
                text(events, Event::id),
                text(events, Event::hash),
                text(events, Event::loanId));
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        claimed.add(rows.getString(1));
      }
    }
    return claimed;
  }

  private Map<String, Loan> lock(List<Event> events) throws SQLException {
    Map<String, Loan> loans = new HashMap<>(events.size() * 2);
    Set<String> ids = new HashSet<>(events.size() * 2);
    events.forEach(event -> ids.add(event.loanId()));
    try (PreparedStatement statement = prepare(LOCK, text(ids, id -> id));
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        String id = rows.getString(1);
        loans.put(
            id,
            new Loan(id, rows.getString(2), rows.getString(3), rows.getString(4), rows.getLong(5)));
      }
    }
    return loans;
  }

  private void requireSame(List<Event> repeated) throws SQLException {
    Map<String, String> hashes = new HashMap<>();
    try (PreparedStatement statement = prepare(HASHES, text(repeated, Event::id));
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        hashes.put(rows.getString(1), rows.getString(2));
      }
    }
    repeated.forEach(event -> requireSame(event, hashes.get(event.id())));
  }

  private static void requireSame(Event event, @Nullable String hash) {
    if (!event.hash().equals(hash)) {
      throw new IllegalStateException(event + " has the id of another event");
    }
  }

  private interface Parameters<R> {
    Object[] of(List<R> rows) throws SQLException;
  }

  private <R> void write(String sql, List<R> rows, Parameters<R> parameters) throws SQLException {
    if (rows.isEmpty()) {
      return;
    }
    try (PreparedStatement statement = prepare(sql, parameters.of(rows))) {
      if (statement.executeUpdate() != rows.size()) {
        throw new IllegalStateException("Others have written what this batch was to write: " + sql);
      }
    }
  }

  private Object[] created(List<Loan> loans) throws SQLException {
    return new Object[] {
      text(loans, loan -> loan.id),
      text(loans, loan -> loan.bookId),
      text(loans, loan -> loan.memberId),
      text(loans, loan -> loan.status),
      number(loans, loan -> loan.version)
    };
  }

  private Object[] moved(List<Loan> loans) throws SQLException {
    return new Object[] {
      text(loans, loan -> loan.id),
      text(loans, loan -> loan.status),
      number(loans, loan -> loan.version),
      text(loans, loan -> loan.seenStatus),
      number(loans, loan -> loan.seenVersion)
    };
  }

  private Object[] appended(List<Change> changes) throws SQLException {
    return new Object[] {
      text(changes, Change::eventId),
      text(changes, Change::type),
      text(changes, Change::lane),
      Session.column(connection, "int2", changes, Change::shard, Short[]::new),
      text(changes, Change::loanId),
      number(changes, Change::version),
      text(changes, Change::payload),
      text(changes, Change::headers)
    };
  }

  private <R> Array text(Collection<R> rows, Function<R, @Nullable String> value)
      throws SQLException {
    return Session.column(connection, "text", rows, value, String[]::new);
  }

  private <R> Array number(Collection<R> rows, Function<R, @Nullable Long> value)
      throws SQLException {
    return Session.column(connection, "int8", rows, value, Long[]::new);
  }

  private PreparedStatement prepare(String sql, Object... parameters) throws SQLException {
    return Session.prepare(connection, sql, parameters);
  }
}
