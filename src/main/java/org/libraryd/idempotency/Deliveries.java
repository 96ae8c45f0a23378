package org.libraryd.idempotency;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.libraryd.wire.Decoded;
import org.libraryd.wire.Delivery;
import org.libraryd.wire.LoanEvent;
import org.libraryd.wire.Reason;

/**
 * A batch of deliveries that are decided one after the other, in order, so that it leaves the
 * tables as its records handled one by one would. Copies of an id inside the batch meet the claim
 * of the first, or take the id themselves where the first gave it back.
 *
 * <p>Lives for one attempt at the batch, in one transaction, on one thread.
 */
public final class Deliveries {
  /** Decides a delivery. */
  @FunctionalInterface
  public interface Decision {
    /**
     * Decides it, given what is known already.
     *
     * @param known what decoding or the claims have already answered, or null for a first delivery,
     *     which is for this method to judge
     * @return the outcome; where a verdict is known, that verdict or {@link Verdict#DUPLICATE}
     */
    Verdict decide(Delivery delivery, @Nullable Verdict known);
  }

  /** An event parked earlier, and the verdict that released it. */
  public record Released(Delivery delivery, Verdict verdict) {}

  private final List<Delivery> all;
  private final Set<AppliedBefore> appliedBefore;
  private final boolean alone;
  private final List<Advance> advances;
  private final Claims claims = new Claims();
  private final List<Verdict> verdicts = new ArrayList<>();
  private final List<Released> released = new ArrayList<>();

  private Deliveries(
      List<Delivery> all, Set<AppliedBefore> appliedBefore, boolean alone, List<Advance> advances) {
    this.all = List.copyOf(all);
    this.appliedBefore = Set.copyOf(appliedBefore);
    this.alone = alone;
    this.advances = List.copyOf(advances);
  }

  public static Deliveries of(List<Delivery> all) {
    return new Deliveries(all, Set.of(), false, List.of());
  }

  /** No delivery at all: a transaction that only settles events parked earlier. */
  public static Deliveries none() {
    return of(List.of());
  }

  /** The same deliveries, of which these are known to have been applied before. */
  public Deliveries knowing(Set<AppliedBefore> others) {
    return new Deliveries(all, others, alone, advances);
  }

  /** The same deliveries, without the parked events they would release. */
  public Deliveries withoutFollowers() {
    return new Deliveries(all, appliedBefore, true, advances);
  }

  /** The same deliveries, whose transaction moves the consumer's positions, or does nothing. */
  public Deliveries advancing(List<Advance> moves) {
    return new Deliveries(all, appliedBefore, alone, moves);
  }

  public List<Delivery> all() {
    return all;
  }

  /**
   * The events that may be for the handler to judge: all but those whose ids are consumed for good.
   * The id of a parked one may still be given back.
   */
  public List<LoanEvent> open() {
    return all.stream()
        .map(Delivery::decoded)
        .filter(Decoded.Accepted.class::isInstance)
        .map(decoded -> ((Decoded.Accepted) decoded).event())
        .filter(event -> !isConsumed(event.eventId()))
        .toList();
  }

  private boolean isConsumed(String eventId) {
    Claim holder = claims.holder(eventId);
    return holder != null && holder.outcome() != Outcome.PARKED;
  }

  /** Whether parked events stay parked in this transaction. */
  public boolean leavesFollowers() {
    return alone;
  }

  /** The verdicts so far, in the order of the deliveries. */
  public List<Verdict> verdicts() {
    return List.copyOf(verdicts);
  }

  /** The events parked earlier that this transaction released. */
  public List<Released> released() {
    return List.copyOf(released);
  }

  /** Decides every delivery in order. */
  public void decideEach(Decision decision) {
    for (Delivery delivery : all) {
      Verdict known = known(delivery.decoded());
      Verdict verdict = decision.decide(delivery, known);
      verdicts.add(verdict);
      if (known == null && verdict.outcome().keepsClaim()) {
        claims.hold(claim(event(delivery), verdict.outcome()));
      }
    }
  }

  /**
   * Whether an event with this content was applied before its claim was pruned: its outbox row says
   * so.
   */
  public boolean appliedBefore(LoanEvent event) {
    return appliedBefore.contains(AppliedBefore.of(event));
  }

  /** An event parked earlier has been decided: its claim follows. */
  public void releaseParked(
      ConsumerRecord<byte[], byte[]> source, LoanEvent event, Verdict verdict) {
    released.add(new Released(new Delivery(source, new Decoded.Accepted(event)), verdict));
    String eventId = event.eventId();
    if (verdict.outcome() == Outcome.REJECTED) {
      claims.release(eventId);
    } else {
      claims.decided(
          eventId, verdict.outcome() == Outcome.DUPLICATE ? Outcome.APPLIED : verdict.outcome());
    }
  }

  List<Advance> advances() {
    return advances;
  }

  Claims claims() {
    return claims;
  }

  /** The ids that were found consumed with the same content. */
  Set<String> duplicates() {
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < verdicts.size(); i++) {
      if (verdicts.get(i).outcome() == Outcome.DUPLICATE
          && all.get(i).decoded() instanceof Decoded.Accepted accepted) {
        ids.add(accepted.event().eventId());
      }
    }
    return ids;
  }

  private @Nullable Verdict known(Decoded decoded) {
    if (decoded instanceof Decoded.Refused refused) {
      return Verdict.rejected(refused.reason(), refused.detail());
    }
    if (decoded instanceof Decoded.Ignored) {
      return Verdict.IGNORED;
    }
    LoanEvent event = ((Decoded.Accepted) decoded).event();
    Claim holder = claims.holder(event.eventId());
    if (holder != null) {
      return holder.payloadHash().equals(event.contentHash())
          ? Verdict.DUPLICATE
          : Verdict.rejected(Reason.ID_REUSE, "The id was consumed with other content");
    }
    if (appliedBefore(event)) {
      claims.hold(claim(event, Outcome.APPLIED));
      return Verdict.DUPLICATE;
    }
    return null;
  }

  private static LoanEvent event(Delivery delivery) {
    return ((Decoded.Accepted) delivery.decoded()).event();
  }

  static Claim claim(LoanEvent event, Outcome outcome) {
    return new Claim(event.eventId(), event.contentHash(), outcome, event.loanId());
  }
}
