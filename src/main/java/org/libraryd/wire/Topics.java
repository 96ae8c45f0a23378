package org.libraryd.wire;

/** The topics' default names. */
public final class Topics {
  public static final String LOAN = "libraryd.loan";
  public static final String LOAN_CHANGED = "libraryd.loan.changed";
  public static final String LOAN_DEAD_LETTERS = "libraryd.loan.dlq";
  public static final String NOTICE = "libraryd.notice";
  public static final String AUDIT = "libraryd.audit";

  private Topics() {}
}
