package org.libraryd.wire;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The loan events that libraryd acts on: a closed set. */
public enum EventType {
  CREATED("loan.created"),
  APPROVED("loan.approved"),
  RETURNED("loan.returned"),
  CANCELLED("loan.cancelled"),
  OVERDUE("loan.overdue");

  private static final Map<String, EventType> BY_WIRE_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(EventType::wireName, Function.identity()));

  private final String wireName;

  EventType(String wireName) {
    this.wireName = wireName;
  }

  /** The value of {@code type} in an event. */
  public String wireName() {
    return wireName;
  }

  /** The type of that exact name, case included, or null when there is none. */
  public static @Nullable EventType ofWireName(String wireName) {
    return BY_WIRE_NAME.get(wireName);
  }
}
