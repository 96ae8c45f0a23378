package org.libraryd.jdbc;

/** The databases libraryd runs on. The kind is fixed when the application is built. */
public enum Dialect {
  POSTGRESQL,
  H2;

  /** Finds the dialect of a Quarkus {@code db-kind}; any other kind is refused. */
  public static Dialect ofKind(String kind) {
    return switch (kind) {
      case "postgresql" -> POSTGRESQL;
      case "h2" -> H2;
      default -> throw new IllegalArgumentException("No dialect for db-kind " + kind);
    };
  }
}
