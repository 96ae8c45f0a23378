package org.libraryd.startup.check;

import java.util.List;

/** Holds settings against each other before anything is read. Needs no other system. */
public interface StartCheck {
  /** One sentence for each setting that would break a promise; empty when all is well. */
  List<String> complaints();
}
