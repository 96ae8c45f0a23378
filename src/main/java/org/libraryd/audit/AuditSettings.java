package org.libraryd.audit;

import java.util.ArrayList;
import java.util.List;

/** Names every audit setting that would break a promise, before anything is read. */
public final class AuditSettings {

  private AuditSettings() {}

  /**
   * One sentence per wrong setting or relation between settings.
   *
   * @return empty when all is well
   */
  public static List<String> problems(AuditConfig config) {
    List<String> problems = new ArrayList<>();
    if (!config.group().equals(AuditConfig.DEFAULT_GROUP)
        && config.transactionalIdPrefix().equals(AuditConfig.DEFAULT_TRANSACTIONAL_ID_PREFIX)) {
      problems.add(
          ("libraryd.audit.group is '%s', so libraryd.audit.transactional-id-prefix must not be '%s':"
                  + " two deployments with one transactional id fence each other")
              .formatted(config.group(), config.transactionalIdPrefix()));
    }
    if (config.transactionRecords() < 1) {
      problems.add(
          "libraryd.audit.transaction-records is %d, it must be at least 1"
              .formatted(config.transactionRecords()));
    }
    if (config.batchBytes() < 1) {
      problems.add(
          "libraryd.audit.batch-bytes is %d, it must be at least 1".formatted(config.batchBytes()));
    }
    return problems;
  }
}
