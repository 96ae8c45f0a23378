package org.libraryd.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.libraryd.model.Arrival.Content;
import org.libraryd.model.Arrival.Event;
import org.libraryd.model.Arrival.Ignored;
import org.libraryd.model.Arrival.Refused;
import org.libraryd.model.CorpusTape.Borrowed;
import org.libraryd.model.CorpusTape.Told;
import org.libraryd.model.ReferenceModel.Loan;
import org.libraryd.model.Rendering.Rendered;

/** Draws one move after another; the model on the way says what is worth drawing. */
final class CorpusGenerator {

  private static final List<Kind> KINDS = List.of(Kind.values());

  private final CorpusShape shape;
  private final Random random;
  private final ReferenceModel model;
  private final CorpusTape tape;
  private final List<Borrowed> open = new ArrayList<>();
  private final List<Deque<Told>> pending = new ArrayList<>();
  private int garbageCount;

  CorpusGenerator(long seed, CorpusShape shape) {
    this.shape = shape;
    random = new Random(seed);
    model = new ReferenceModel(shape.parkingPerLoan());
    tape = new CorpusTape(seed, shape, random, model);
    garbageCount = random.nextInt(Garbage.ALL.size());
    for (int i = 0; i < shape.openLoans(); i++) {
      open.add(tape.borrow());
    }
  }

  EventCorpus generate(int length, Map<Integer, Integer> gaps) {
    Map<Integer, Integer> ahead = new HashMap<>(gaps);
    while (tape.length() < length) {
      Integer partition = ahead.remove(tape.length());
      if (partition != null) {
        tape.skip(partition);
      }
      if (!pending.isEmpty() && random.nextInt(3) > 0) {
        tellPending();
      } else {
        move(random.nextInt(100));
      }
    }
    return tape.corpus();
  }

  private void move(int draw) {
    if (draw < 36) {
      step(pick());
    } else if (draw < 41) {
      lifeInDisorder();
    } else if (draw < 58) {
      copy();
    } else if (draw < 63) {
      reuseId();
    } else if (draw < 68) {
      repeatUnderNewId();
    } else if (draw < 80) {
      tape.tell(tape.event(pick(), anyKind()));
    } else if (draw < 86) {
      conflict();
    } else if (draw < 94) {
      garbage();
    } else if (draw < 96) {
      copiesOfOneRefused();
    } else if (draw < 98) {
      overdueRun();
    } else {
      crowd();
    }
  }

  /** The next event of a loan's ordinary life; a loan that ended makes room for a new one. */
  private void step(Borrowed loan) {
    Loan now = model.loans().get(loan.loanId());
    if (now == null) {
      tape.tell(tape.event(loan, Kind.CREATED));
    } else if (now.status() == Status.CREATED) {
      tape.tell(tape.event(loan, random.nextInt(7) == 0 ? Kind.CANCELLED : Kind.APPROVED));
    } else if (now.status() == Status.APPROVED) {
      tape.tell(tape.event(loan, random.nextInt(5) < 2 ? Kind.OVERDUE : Kind.RETURNED));
    } else {
      open.set(open.indexOf(loan), tape.borrow());
    }
  }

  private void lifeInDisorder() {
    Borrowed loan = tape.borrow();
    List<Kind> kinds =
        new ArrayList<>(List.of(Kind.CREATED, Kind.APPROVED, Kind.OVERDUE, Kind.RETURNED));
    if (random.nextInt(3) == 0) {
      kinds.add(Kind.CANCELLED);
    }
    Collections.shuffle(kinds, random);
    later(kinds.stream().map(kind -> tape.event(loan, kind)).toList());
  }

  private void copy() {
    Told first = tape.earlier(tape::mayBeCopied);
    if (first != null) {
      boolean same = random.nextBoolean();
      Event event = first.event();
      tape.emit(first.about(), event, same ? Rendering.plain(event) : Rendering.any(event, random));
    }
  }

  private void reuseId() {
    Told first = tape.earlier(tape::mayBeReused);
    if (first != null) {
      Borrowed loan = pickBeside(first.about());
      Content other = tape.content(loan, anyKind(), random.nextBoolean());
      tape.tell(new Told(loan, new Event(first.event().eventId(), other)));
    }
  }

  private void repeatUnderNewId() {
    Told first = tape.earlier(event -> true);
    if (first != null) {
      tape.tell(new Told(first.about(), new Event(tape.newId(), first.event().content())));
    }
  }

  private void conflict() {
    Borrowed loan = pick();
    String other = random.nextBoolean() ? "x" : "";
    String otherToo = other.isEmpty() ? "x" : "";
    Borrowed wrong =
        new Borrowed(
            loan.number(), loan.loanId(), loan.bookId() + other, loan.memberId() + otherToo);
    Kind kind = anyKind();
    // A wrong first event would make the wrong names the loan's own.
    if (kind != Kind.CREATED || model.loans().containsKey(loan.loanId())) {
      tape.tell(new Told(loan, new Event(tape.newId(), tape.content(wrong, kind, true))));
    }
  }

  private void garbage() {
    Borrowed loan = pick();
    Event event = new Event(tape.newId(), tape.content(loan, Kind.CREATED, true));
    Rendered plain = Rendering.plain(event);
    if (shape.ignoredType() != null && random.nextInt(6) == 0) {
      String json = new String(Objects.requireNonNull(plain.value()), UTF_8);
      String other = json.replace(Kind.CREATED.wireName(), shape.ignoredType());
      tape.emit(loan, new Ignored(), plain.withValue(other.getBytes(UTF_8)));
    } else {
      Garbage kind = Garbage.ALL.get(garbageCount++ % Garbage.ALL.size());
      tape.emit(loan, new Refused(kind.reason()), kind.spoil().apply(plain));
    }
  }

  private void copiesOfOneRefused() {
    later(Collections.nCopies(2 + random.nextInt(3), tape.event(pick(), Kind.CANCELLED)));
  }

  private void overdueRun() {
    Borrowed loan = pick();
    List<Told> run = new ArrayList<>();
    for (int left = 3 + random.nextInt(4); left > 0; left--) {
      run.add(tape.event(loan, Kind.OVERDUE));
    }
    later(run);
  }

  /** More early events than may wait, then the one they wait for. */
  private void crowd() {
    if (shape.replaySafe()) {
      return;
    }
    Borrowed loan = tape.borrow();
    List<Told> crowd = new ArrayList<>();
    for (int left = shape.parkingPerLoan() + 1 + random.nextInt(3); left > 0; left--) {
      crowd.add(tape.event(loan, left % 3 == 0 ? Kind.APPROVED : Kind.OVERDUE));
    }
    Collections.shuffle(crowd, random);
    crowd.add(tape.event(loan, Kind.CREATED));
    later(crowd);
  }

  private void later(List<Told> events) {
    pending.add(new ArrayDeque<>(events));
  }

  private void tellPending() {
    int drawn = random.nextInt(pending.size());
    Deque<Told> next = pending.get(drawn);
    tape.tell(next.remove());
    if (next.isEmpty()) {
      pending.remove(drawn);
    }
  }

  private Borrowed pick() {
    return open.get(random.nextInt(open.size()));
  }

  private Borrowed pickBeside(Borrowed other) {
    List<Borrowed> beside =
        open.stream().filter(loan -> tape.partition(loan) == tape.partition(other)).toList();
    return beside.isEmpty() ? other : beside.get(random.nextInt(beside.size()));
  }

  private Kind anyKind() {
    return KINDS.get(random.nextInt(KINDS.size()));
  }
}
