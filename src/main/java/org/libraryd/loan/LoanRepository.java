package org.libraryd.loan;

import static org.libraryd.jdbc.Columns.Type.INT8;
import static org.libraryd.jdbc.Columns.Type.TEXT;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import org.libraryd.jdbc.BulkInsert;
import org.libraryd.jdbc.BulkUpdate;
import org.libraryd.jdbc.Columns;
import org.libraryd.jdbc.Database;

/** SQL of loan. */
@ApplicationScoped
class LoanRepository {
  /** A loan as it was read and as it is to be left. */
  record Move(Loan seen, Loan last) {}

  // Sorted locks: batches that share loans wait for each other and never deadlock.
  private static final String FIND_LOCKED =
      """
      SELECT loan_id, book_id, member_id, status, version
        FROM loan
       WHERE loan_id = ANY (?)
       ORDER BY loan_id
         FOR UPDATE
      """;

  private static final String FIND_UNLOCKED_BY_OTHERS =
      FIND_LOCKED.stripTrailing() + " SKIP LOCKED";

  private static final BulkInsert<Loan> INSERT =
      new BulkInsert<>(
          "loan",
          "loan_id",
          Loan::loanId,
          new Columns<Loan>()
              .add("loan_id", TEXT, Loan::loanId)
              .add("book_id", TEXT, Loan::bookId)
              .add("member_id", TEXT, Loan::memberId)
              .add("status", TEXT, loan -> loan.status().name())
              .add("version", INT8, Loan::version));

  private static final BulkUpdate<Move> MOVE =
      new BulkUpdate<>(
          new Columns<Move>()
              .add("status", TEXT, move -> move.last().status().name())
              .add("version", INT8, move -> move.last().version())
              .add("loan_id", TEXT, move -> move.seen().loanId())
              .add("seen_status", TEXT, move -> move.seen().status().name())
              .add("seen_version", INT8, move -> move.seen().version()),
          """
          UPDATE loan
             SET status = input.status, version = input.version, updated_at = CURRENT_TIMESTAMP
            FROM unnest(%s) AS input (status, version, loan_id, seen_status, seen_version)
           WHERE loan.loan_id = input.loan_id
             AND loan.status = input.seen_status
             AND loan.version = input.seen_version
          """,
          """
          UPDATE loan
             SET status = ?, version = ?, updated_at = CURRENT_TIMESTAMP
           WHERE loan_id = ?
             AND status = ?
             AND version = ?
          """);

  private final Database database;

  LoanRepository(Database database) {
    this.database = database;
  }

  /** Reads and locks these loans, those that exist. */
  List<Loan> findLocked(Collection<String> loanIds) {
    return find(FIND_LOCKED, loanIds);
  }

  /** Reads and locks these loans, those that exist and that nobody else has locked. */
  List<Loan> findUnlockedByOthers(Collection<String> loanIds) {
    return find(FIND_UNLOCKED_BY_OTHERS, loanIds);
  }

  /**
   * Returns how many went in; fewer than given means that another transaction created some of them.
   */
  int insert(List<Loan> loans) {
    return INSERT.insert(database, loans).size();
  }

  /**
   * Moves each loan from the status and version it was read in.
   *
   * @return how many moved; fewer than given means that another transaction moved some of them
   */
  int move(List<Move> moves) {
    return MOVE.update(database, moves);
  }

  private List<Loan> find(String sql, Collection<String> loanIds) {
    return loanIds.isEmpty()
        ? List.of()
        : database.query(sql, LoanRepository::loan, (Object) loanIds.toArray(String[]::new));
  }

  private static Loan loan(ResultSet row) throws SQLException {
    return new Loan(
        row.getString(1),
        row.getString(2),
        row.getString(3),
        LoanStatus.valueOf(row.getString(4)),
        row.getLong(5));
  }
}
