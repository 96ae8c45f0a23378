package org.libraryd.redrive;

/**
 * How a person's request is carried out.
 *
 * @param dryRun whether it only tells what would happen: the same path, rolled back
 * @param force whether dead letters are redriven beyond {@code libraryd.redrive.attempts}
 */
public record RedriveOptions(boolean dryRun, boolean force) {
  /** Does it. */
  public static final RedriveOptions REAL = new RedriveOptions(false, false);

  /** Tells what would happen and changes nothing. */
  public static final RedriveOptions DRY_RUN = new RedriveOptions(true, false);

  /** Does it, whatever the number of attempts. */
  public static final RedriveOptions FORCE = new RedriveOptions(false, true);
}
