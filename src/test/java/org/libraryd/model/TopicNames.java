package org.libraryd.model;

/** The topics of one deployment. */
public record TopicNames(
    String loan, String changed, String notice, String audit, String deadLetter) {

  /** The names a deployment has when nothing is configured. */
  public static final TopicNames STANDARD =
      new TopicNames(
          "libraryd.loan",
          "libraryd.loan.changed",
          "libraryd.notice",
          "libraryd.audit",
          "libraryd.loan.dlq");
}
