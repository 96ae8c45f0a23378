package org.libraryd.model;

import java.util.Locale;

/** The five kinds of loan event. */
public enum Kind {
  CREATED,
  APPROVED,
  RETURNED,
  CANCELLED,
  OVERDUE;

  /** Returns the {@code type} that stands in a record. */
  public String wireName() {
    return "loan." + name().toLowerCase(Locale.ROOT);
  }

  /** Tells whether members are told about it. */
  public boolean isNoticed() {
    return this == APPROVED || this == RETURNED || this == OVERDUE;
  }
}
