package org.libraryd.fault;

import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import java.lang.annotation.Retention;
import java.lang.annotation.Target;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that gets a {@link Run} of its own and ends with all invariants checked and a row in the
 * {@link Report}; {@code -Dscenario=A21,A30} runs those alone whose id begins with one of these.
 */
@Test
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@ExtendWith(ScenarioExtension.class)
@Target(METHOD)
@Retention(RUNTIME)
@interface Scenario {

  String id();

  /** What goes wrong, for the report. */
  String fault();

  int partitions() default 3;

  /** Whether the broker asks the service for its name and its rights. */
  boolean secured() default false;
}
