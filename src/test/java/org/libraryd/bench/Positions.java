package org.libraryd.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** How far the intake was at the times somebody looked: records that leave no rows count too. */
final class Positions implements AutoCloseable {
  private record Look(double seconds, long records) {}

  private final Connection connection;
  private final PreparedStatement question;
  private final List<Look> looks = new ArrayList<>();

  Positions(String url) throws SQLException {
    connection = DriverManager.getConnection(url);
    question =
        connection.prepareStatement(
            "SELECT extract(epoch FROM clock_timestamp()), coalesce(sum(next_offset), 0)"
                + " FROM intake_position WHERE consumer = 'loan-lifecycle'");
  }

  void look() throws SQLException {
    try (ResultSet answer = question.executeQuery()) {
      answer.next();
      Look look = new Look(answer.getDouble(1), answer.getLong(2));
      // The time at which nothing happened any more is no time of work.
      if (looks.isEmpty() || looks.get(looks.size() - 1).records() < look.records()) {
        looks.add(look);
      }
    }
  }

  /** Records per second from the first look that saw so many records to the last that saw more. */
  double rate(long warmUp) {
    List<Look> measured = looks.stream().filter(look -> look.records() >= warmUp).toList();
    if (measured.size() < 2) {
      throw new IllegalStateException("Nothing to measure after " + warmUp + " records");
    }
    Look first = measured.get(0);
    Look last = measured.get(measured.size() - 1);
    return (last.records() - first.records()) / (last.seconds() - first.seconds());
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
