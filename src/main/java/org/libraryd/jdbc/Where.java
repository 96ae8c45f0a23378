package org.libraryd.jdbc;

import java.util.ArrayList;
import java.util.List;

/**
 * Conditions that all hold, with their parameters in order; immutable.
 *
 * @param sql written by us, never text from input: input goes into the parameters
 */
public record Where(String sql, List<Object> parameters) {
  public Where {
    parameters = List.copyOf(parameters);
  }

  public static Where of(String sql, Object... parameters) {
    return new Where(sql, List.of(parameters));
  }

  public Where and(String condition, Object... more) {
    return and(of(condition, more));
  }

  public Where and(Where other) {
    List<Object> all = new ArrayList<>(parameters);
    all.addAll(other.parameters());
    return new Where(sql + " AND " + other.sql(), all);
  }

  /** The parameters for a statement that ends with these. */
  public Object[] parametersAnd(Object... last) {
    List<Object> all = new ArrayList<>(parameters);
    all.addAll(List.of(last));
    return all.toArray();
  }
}
