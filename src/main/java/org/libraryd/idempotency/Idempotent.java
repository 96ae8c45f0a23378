package org.libraryd.idempotency;

import jakarta.enterprise.util.Nonbinding;
import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets each event id take effect once per consumer, in the JTA transaction of the method.
 *
 * <p>The method takes either a {@link Deliveries} and decides each of them in order, or one {@link
 * org.libraryd.wire.Delivery} and returns its {@link Verdict}; the latter is called for a first
 * delivery only.
 */
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Idempotent {
  /** The name under which event ids are claimed: consumers of one event do not share claims. */
  @Nonbinding
  String consumer() default "";
}
