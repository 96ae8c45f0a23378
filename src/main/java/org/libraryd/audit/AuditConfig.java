package org.libraryd.audit;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings of the audit forwarder. */
@ConfigMapping(prefix = "libraryd.audit")
public interface AuditConfig {

  /** The group of a deployment that sets none. */
  String DEFAULT_GROUP = "libraryd-audit";

  /** The prefix of a deployment that sets none. */
  String DEFAULT_TRANSACTIONAL_ID_PREFIX = "libraryd-loan-tx";

  /** Consumer group that holds the position on the loan topic. */
  @WithDefault(DEFAULT_GROUP)
  String group();

  /**
   * First part of the transactional id; the second is the ordinal of the replica. Two deployments
   * with one prefix would fence each other, so another {@link #group()} needs another prefix.
   */
  @WithDefault(DEFAULT_TRANSACTIONAL_ID_PREFIX)
  String transactionalIdPrefix();

  /** Most records in one transaction, at least 1. */
  @WithDefault("2000")
  int transactionRecords();

  /**
   * Largest producer batch in bytes, at most the audit topic's {@code max.message.bytes}; a larger
   * record is sent alone.
   */
  @WithDefault("65536")
  int batchBytes();
}
