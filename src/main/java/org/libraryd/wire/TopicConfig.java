package org.libraryd.wire;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.List;

/**
 * Names of the topics. Production creates none of them: each must be there before the start
 * sequence goes on.
 */
@ConfigMapping(prefix = "libraryd.topic")
public interface TopicConfig {

  /** Loan events as circulation desks and library systems send them. */
  @WithDefault("libraryd.loan")
  String loan();

  /** Changes of loans, in order per loan. */
  @WithDefault("libraryd.loan.changed")
  String changed();

  /** Notices for members, read by a mail or SMS gateway. */
  @WithDefault("libraryd.notice")
  String notice();

  /** A copy of each record of the loan topic. */
  @WithDefault("libraryd.audit")
  String audit();

  /** Rejected records as they came, with the reason in headers. */
  @WithDefault("libraryd.loan.dlq")
  String dlq();

  /** Whether missing topics are created, with the broker's defaults; for development and tests. */
  @WithDefault("false")
  boolean create();

  /** The names of all topics. */
  default List<String> all() {
    return List.of(loan(), changed(), notice(), audit(), dlq());
  }
}
