package org.libraryd.bench;

/** The consumer groups, of the service and of who takes its place. */
final class Groups {
  static final String LIFECYCLE = "libraryd-lifecycle";
  static final String NOTICE = "libraryd-notice";
  static final String AUDIT = "libraryd-audit";

  private Groups() {}
}
