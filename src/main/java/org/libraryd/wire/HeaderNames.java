package org.libraryd.wire;

/** The header names of all topics, written once. Kafka compares them case-sensitively. */
public final class HeaderNames {
  // Events, in and out.
  public static final String EVENT_ID = "event-id";
  public static final String CONTENT_TYPE = "content-type";
  public static final String CE_SPECVERSION = "ce_specversion";
  public static final String CE_ID = "ce_id";
  public static final String CE_TYPE = "ce_type";
  public static final String CE_TIME = "ce_time";
  public static final String CE_SOURCE = "ce_source";
  public static final String CE_SUBJECT = "ce_subject";

  // Events out.
  public static final String EVENT_TYPE = "event-type";
  public static final String SOURCE_EVENT_ID = "source-event-id";
  public static final String LOAN_VERSION = "loan-version";
  public static final String TRACEPARENT = "traceparent";

  // Dead letters.
  public static final String DEAD_LETTER_ID = "dead-letter-id";
  public static final String DEAD_LETTER_REASON = "dead-letter-reason";
  public static final String DEAD_LETTER_TOPIC = "dead-letter-topic";
  public static final String DEAD_LETTER_PARTITION = "dead-letter-partition";
  public static final String DEAD_LETTER_OFFSET = "dead-letter-offset";
  public static final String DEAD_LETTER_TIMESTAMP = "dead-letter-timestamp";
  public static final String DEAD_LETTER_ATTEMPT = "dead-letter-attempt";

  // Audit copies.
  public static final String SOURCE_TOPIC = "source-topic";
  public static final String SOURCE_PARTITION = "source-partition";
  public static final String SOURCE_OFFSET = "source-offset";
  public static final String SOURCE_TIMESTAMP = "source-timestamp";

  private HeaderNames() {}
}
