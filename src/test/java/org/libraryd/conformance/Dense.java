package org.libraryd.conformance;

import java.util.HashMap;
import java.util.Map;

/** Settings under which a small corpus meets every verdict. */
final class Dense {

  static final int PARKING_PER_LOAN = 5;
  static final String IGNORED_TYPE = "loan.renewed";

  private Dense() {}

  static Map<String, String> with(Map<String, String> others) {
    Map<String, String> all = new HashMap<>(others);
    all.put("libraryd.parking.per-loan", "" + PARKING_PER_LOAN);
    all.put("libraryd.events.ignored-types", IGNORED_TYPE);
    return all;
  }
}
