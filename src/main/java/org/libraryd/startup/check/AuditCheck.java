package org.libraryd.startup.check;

import jakarta.inject.Singleton;
import java.util.List;
import org.libraryd.audit.AuditConfig;
import org.libraryd.audit.AuditSettings;

/** What the audit forwarder has to say about its settings. */
@Singleton
public class AuditCheck implements StartCheck {
  private final AuditConfig config;

  AuditCheck(AuditConfig config) {
    this.config = config;
  }

  @Override
  public List<String> complaints() {
    return AuditSettings.problems(config);
  }
}
