package org.libraryd.relay;

import java.util.Map;
import org.libraryd.support.OnH2;

/** The relay and its tables on H2, without the consumers. */
public class RelayOnH2 extends OnH2 {
  @Override
  public Map<String, String> getConfigOverrides() {
    return RelayOnPostgres.relayOnly(super.getConfigOverrides());
  }
}
