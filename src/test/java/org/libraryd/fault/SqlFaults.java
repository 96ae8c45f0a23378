package org.libraryd.fault;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;

/**
 * Makes the tables of a service fail, wait or count by triggers that the service knows nothing of.
 *
 * <p>A fault is placed on one table and one kind of change, and says for which rows by a condition
 * on {@code NEW}. How often it has struck is kept in a sequence, which no roll-back takes back.
 */
final class SqlFaults {

  /** The changes of a table that a fault can be placed on. */
  enum Change {
    INSERT,
    UPDATE
  }

  /** For ever, as far as a scenario can tell. */
  static final int ALWAYS = Integer.MAX_VALUE;

  private static final String STRIKE =
      """
      CREATE SEQUENCE %1$s;
      CREATE FUNCTION %1$s() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('%1$s') <= %2$d THEN %3$s; END IF;
        RETURN NEW;
      END $$;
      """;

  private static final String IN_STATEMENT =
      """
      CREATE TRIGGER %1$s BEFORE %2$s ON %3$s
        FOR EACH ROW WHEN (%4$s) EXECUTE FUNCTION %1$s();
      """;

  private static final String AT_COMMIT =
      """
      CREATE CONSTRAINT TRIGGER %1$s AFTER %2$s ON %3$s DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (%4$s) EXECUTE FUNCTION %1$s();
      """;

  /** One placed fault. */
  final class Fault {
    private final String name;
    private final String table;

    private Fault(String name, String table) {
      this.name = name;
      this.table = table;
    }

    /** How often rows have met it. */
    long strikes() {
      return run.count("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM " + name);
    }

    /** Takes it away; what waits in it waits on. */
    void remove() {
      execute("DROP TRIGGER " + name + " ON " + table);
    }
  }

  private final Run run;
  private int count;

  SqlFaults(Run run) {
    this.run = run;
  }

  /** The first rows are refused with an SQLSTATE, whatever statement brings them. */
  Fault refuse(Change change, String table, String when, String sqlState, int times) {
    return place(IN_STATEMENT, change, table, when, times, raise(sqlState));
  }

  /** The first commits of such rows are refused with an SQLSTATE. */
  Fault refuseAtCommit(Change change, String table, String when, String sqlState, int times) {
    return place(AT_COMMIT, change, table, when, times, raise(sqlState));
  }

  /** Each statement that touches such a row takes longer. */
  Fault slow(Change change, String table, String when, Duration time) {
    return place(IN_STATEMENT, change, table, when, ALWAYS, sleep(time));
  }

  /** Each commit of such a row takes longer. */
  Fault slowAtCommit(Change change, String table, String when, Duration time) {
    return place(AT_COMMIT, change, table, when, ALWAYS, sleep(time));
  }

  /** Nothing fails; the rows are counted, those of a roll-back included. */
  Fault count(Change change, String table, String when) {
    return place(IN_STATEMENT, change, table, when, ALWAYS, "NULL");
  }

  private Fault place(
      String trigger, Change change, String table, String when, int times, String action) {
    Fault fault = new Fault("fault_" + ++count, table);
    execute(
        STRIKE.formatted(fault.name, times, action)
            + trigger.formatted(fault.name, change, table, when));
    return fault;
  }

  private static String raise(String sqlState) {
    return "RAISE EXCEPTION 'placed by the test' USING ERRCODE = '" + sqlState + "'";
  }

  private static String sleep(Duration time) {
    return String.format(Locale.ROOT, "PERFORM pg_sleep(%.3f)", time.toMillis() / 1000.0);
  }

  private void execute(String sql) {
    try (Connection connection = run.store().open();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }
}
