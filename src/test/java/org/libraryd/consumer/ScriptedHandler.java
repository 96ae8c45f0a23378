package org.libraryd.consumer;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.IdempotentHandler;
import org.libraryd.idempotency.Verdict;
import org.libraryd.wire.Decoded;
import org.libraryd.wire.Delivery;

/**
 * A database that fails by a script. Attempts and commits are told in words: {@code e1 e2} is a
 * batch of two events, {@code e1=stuck} one that is handed over as rejected, {@code #7=data-error}
 * the raw record at offset 7.
 */
final class ScriptedHandler implements IdempotentHandler {
  /** Says how an attempt fails. */
  @FunctionalInterface
  interface Script {
    /** Returns the failure of an attempt, or null where it commits. */
    @Nullable RuntimeException failureOf(Deliveries attempt, String words);
  }

  final List<String> attempts = new ArrayList<>();
  final List<String> commits = new ArrayList<>();
  final List<Verdict> verdicts = new ArrayList<>();
  private final Script script;

  ScriptedHandler(Script script) {
    this.script = script;
  }

  @Override
  public void handle(Deliveries deliveries) {
    String words = words(deliveries);
    attempts.add(words);
    RuntimeException failure = script.failureOf(deliveries, words);
    if (failure != null) {
      throw failure;
    }
    deliveries.decideEach((delivery, known) -> known == null ? Verdict.APPLIED : known);
    commits.add(words);
    verdicts.addAll(deliveries.verdicts());
  }

  /** Attempts in words, equal ones in a row told once with their number. */
  List<String> attemptsInShort() {
    List<String> told = new ArrayList<>();
    int count = 0;
    for (int i = 0; i < attempts.size(); i++) {
      count++;
      if (i + 1 == attempts.size() || !attempts.get(i + 1).equals(attempts.get(i))) {
        told.add(count == 1 ? attempts.get(i) : count + " times " + attempts.get(i));
        count = 0;
      }
    }
    return told;
  }

  private static String words(Deliveries deliveries) {
    String events =
        deliveries.all().stream().map(ScriptedHandler::word).collect(Collectors.joining(" "));
    return deliveries.leavesFollowers() && !events.contains("=")
        ? events + " without followers"
        : events;
  }

  private static String word(Delivery delivery) {
    if (delivery.decoded() instanceof Decoded.Accepted accepted) {
      return accepted.event().eventId();
    }
    Decoded.Refused refused = (Decoded.Refused) delivery.decoded();
    String name = refused.eventId() == null ? "#" + delivery.source().offset() : refused.eventId();
    return name + "=" + refused.reason().label();
  }
}
