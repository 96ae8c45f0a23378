package org.libraryd.idempotency;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.libraryd.wire.Decoded;
import org.libraryd.wire.Delivery;
import org.libraryd.wire.LoanEvent;

/**
 * Claims the event ids of a batch before its handler runs, so that only first deliveries are left
 * to judge, and afterwards gives back what rejected events had claimed or held while parked, and
 * nothing else. The consumer's positions move last, where nothing is waited for after them.
 *
 * <p>Runs inside the JTA interceptors (priority 200): claims commit or roll back with the effect.
 * The claim is the insert itself, and its answer says which ids are new.
 */
@Idempotent
@Interceptor
@Priority(Interceptor.Priority.PLATFORM_BEFORE + 300)
public class IdempotencyInterceptor {
  private final ConsumedEventRepository repository;
  private final PositionRepository positions;

  /** Whether most ids of the last batch were known. */
  private volatile boolean replay;

  IdempotencyInterceptor(ConsumedEventRepository repository, PositionRepository positions) {
    this.repository = repository;
    this.positions = positions;
  }

  @AroundInvoke
  @Nullable Object claimFirst(InvocationContext context) throws Exception {
    String consumer = context.getInterceptorBinding(Idempotent.class).consumer();
    Object argument = context.getParameters()[0];
    if (argument instanceof Deliveries deliveries) {
      Set<String> aged = claim(consumer, deliveries);
      Object result = context.proceed();
      settle(consumer, deliveries, aged);
      positions.advance(consumer, deliveries.advances());
      return result;
    }
    Deliveries single = Deliveries.of(List.of((Delivery) argument));
    Set<String> aged = claim(consumer, single);
    single.decideEach((delivery, known) -> known == null ? judge(context) : known);
    settle(consumer, single, aged);
    return single.verdicts().get(0);
  }

  private static Verdict judge(InvocationContext context) {
    try {
      return (Verdict) context.proceed();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new UndeclaredThrowableException(e);
    }
  }

  /**
   * Takes the ids that are free and learns who holds the others.
   *
   * <p>Inserts first and asks afterwards; in a replay, the other way round. Either way each id is
   * looked up once by the first statement, and the second has little to do.
   *
   * @return the ids claimed more than a day ago
   */
  private Set<String> claim(String consumer, Deliveries deliveries) {
    Map<String, LoanEvent> open = firstCopies(deliveries);
    int all = open.size();
    Set<String> aged = new HashSet<>();
    int known = replay ? find(consumer, deliveries, open, aged) : 0;
    // An id neither inserted nor found was pruned in between: it is free, so try again.
    while (!open.isEmpty()) {
      insert(consumer, deliveries, open);
      known += find(consumer, deliveries, open, aged);
    }
    replay = known > all / 2;
    return aged;
  }

  private void insert(String consumer, Deliveries deliveries, Map<String, LoanEvent> open) {
    List<Claim> wanted =
        open.values().stream().map(event -> Deliveries.claim(event, Outcome.APPLIED)).toList();
    Set<String> inserted = repository.claim(consumer, wanted);
    wanted.stream()
        .filter(claim -> inserted.contains(claim.eventId()))
        .forEach(deliveries.claims()::inserted);
    open.keySet().removeAll(inserted);
  }

  private int find(
      String consumer, Deliveries deliveries, Map<String, LoanEvent> open, Set<String> aged) {
    if (open.isEmpty()) {
      return 0;
    }
    List<ConsumedEventRepository.Stored> found =
        repository.find(consumer, List.copyOf(open.keySet()));
    for (ConsumedEventRepository.Stored stored : found) {
      deliveries.claims().stored(stored.claim());
      open.remove(stored.claim().eventId());
      if (stored.aged()) {
        aged.add(stored.claim().eventId());
      }
    }
    return found.size();
  }

  private void settle(String consumer, Deliveries deliveries, Set<String> aged) {
    deliveries.claims().write(consumer, repository);
    aged.retainAll(deliveries.duplicates());
    if (!aged.isEmpty()) {
      repository.renew(consumer, List.copyOf(aged));
    }
  }

  private static Map<String, LoanEvent> firstCopies(Deliveries deliveries) {
    Map<String, LoanEvent> first = new LinkedHashMap<>();
    for (Delivery delivery : deliveries.all()) {
      if (delivery.decoded() instanceof Decoded.Accepted accepted) {
        first.putIfAbsent(accepted.event().eventId(), accepted.event());
      }
    }
    return first;
  }
}
