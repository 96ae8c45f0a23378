package org.libraryd.model;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.libraryd.model.Kind.APPROVED;
import static org.libraryd.model.Kind.CANCELLED;
import static org.libraryd.model.Kind.CREATED;
import static org.libraryd.model.Kind.OVERDUE;
import static org.libraryd.model.Kind.RETURNED;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.libraryd.model.Arrival.Event;
import org.libraryd.model.Arrival.Refused;
import org.libraryd.model.Arrival.Source;
import org.libraryd.model.ReferenceModel.Claim;
import org.libraryd.model.ReferenceModel.DeadLetter;
import org.libraryd.model.ReferenceModel.LetterStatus;

/** Outcomes, dead letters and parking as the contract words them. */
class ReferenceModelTest {

  private final OneLoan desk = new OneLoan();
  private final ReferenceModel model = desk.model;

  @ParameterizedTest(name = "stored {0}, now {1}: counted {2}, then {3} after {4} attempts")
  @CsvSource(
      textBlock =
          """
          DEAD,      REJECTED,  DUPLICATE, DEAD,      1
          DEAD,      PARKED,    PARKED,    PARKED,    1
          DEAD,      APPLIED,   APPLIED,   REDRIVEN,  1
          DEAD,      UNCHANGED, UNCHANGED, REDRIVEN,  1
          DEAD,      DUPLICATE, DUPLICATE, DEAD,      1
          DISCARDED, REJECTED,  DUPLICATE, DISCARDED, 1
          DISCARDED, APPLIED,   DUPLICATE, DISCARDED, 1
          """)
  void aStoredDeadLetterFollowsTheVerdictOnItsRedelivery(
      LetterStatus stored, String now, String counted, LetterStatus after, int attempts) {
    Arrival arrival = OneLoan.at(7, new Event("x", OneLoan.content(APPROVED)));
    model.deliver(arrival);
    model.expire(arrival.source());
    switch (now) {
      case "REJECTED" -> desk.bringTo(Status.RETURNED);
      case "PARKED" -> desk.bringTo(null);
      case "APPLIED" -> desk.bringTo(Status.CREATED);
      case "UNCHANGED" -> desk.bringTo(Status.APPROVED);
      default -> {
        desk.bringTo(Status.CREATED);
        desk.tell("x", APPROVED);
      }
    }
    if (stored == LetterStatus.DISCARDED) {
      model.discard(arrival.source());
    }

    assertThat(model.deliver(arrival)).hasToString(counted);

    DeadLetter letter = model.deadLetters().get(0);
    assertThat(letter.status()).isEqualTo(after);
    assertThat(letter.attempts()).isEqualTo(attempts);
    assertThat(model.deadLetterCopies()).hasSize(1);
  }

  @Test
  void aRecordThatIsNoEventIsStoredOncePerPlace() {
    Refused garbage = new Refused("malformed");

    assertThat(model.deliver(OneLoan.at(1, garbage))).hasToString("REJECTED malformed");
    assertThat(model.deliver(OneLoan.at(1, garbage))).isEqualTo(Verdict.DUPLICATE);
    assertThat(model.deliver(new Arrival(new Source(0, 1, "anew"), garbage)))
        .hasToString("REJECTED malformed");

    assertThat(model.deadLetters()).hasSize(2);
  }

  @Test
  void theSameIdIsADuplicateWithTheSameContentAndARejectWithAnother() {
    desk.tell("x", CREATED);

    assertThat(desk.tell("x", CREATED)).isEqualTo(Verdict.DUPLICATE);
    assertThat(desk.tell("x", APPROVED)).hasToString("REJECTED id-reuse");

    assertThat(claim("x").content().kind()).isEqualTo(CREATED);
    assertThat(requireNonNull(model.loans().get("L")).version()).isEqualTo(1);
  }

  @Test
  void aParkedEventHoldsItsId() {
    desk.tell("x", APPROVED);

    assertThat(desk.tell("x", APPROVED)).isEqualTo(Verdict.DUPLICATE);
    assertThat(desk.tell("x", CANCELLED)).hasToString("REJECTED id-reuse");
  }

  @Test
  void aRejectedEventGivesItsIdBack() {
    desk.bringTo(Status.APPROVED);

    assertThat(desk.tell("x", CANCELLED).isRejected()).isTrue();
    assertThat(desk.tell("x", CANCELLED)).hasToString("REJECTED illegal-transition");
    assertThat(desk.tell("x", RETURNED)).isEqualTo(Verdict.APPLIED);
    assertThat(desk.tell("x", CANCELLED)).hasToString("REJECTED id-reuse");

    assertThat(model.deadLetters()).hasSize(3);
  }

  @Test
  void aLifeTakenBackwardsIsReleasedInOrder() {
    desk.tell("r", RETURNED);
    desk.tell("o", OVERDUE);
    desk.tell("a", APPROVED);

    assertThat(desk.tell("c", CREATED)).isEqualTo(Verdict.APPLIED);

    // After each success judged again from the first: the return, parked first, wins.
    assertThat(changes()).containsExactly("c v1 CREATED", "a v2 APPROVED", "r v3 RETURNED");
    assertThat(model.deadLetters())
        .extracting(DeadLetter::status, DeadLetter::reason)
        .containsExactly(tuple(LetterStatus.DEAD, "terminal-state"));
    assertThat(model.claims()).containsOnlyKeys("c", "a", "r");
  }

  @Test
  void aSecondParkedApprovalIsReleasedAsUnchanged() {
    desk.tell("a1", APPROVED);
    desk.tell("a2", APPROVED);
    desk.tell("c", CREATED);

    assertThat(claim("a1").outcome()).isEqualTo(Verdict.Outcome.APPLIED);
    assertThat(claim("a2").outcome()).isEqualTo(Verdict.Outcome.UNCHANGED);
    assertThat(model.deadLetters()).isEmpty();
  }

  @Test
  void aParkedEventThatBecomesImpossibleDiesAtOnce() {
    desk.tell("c", CREATED);
    desk.tell("r", RETURNED);

    desk.tell("k", CANCELLED);

    assertThat(model.claims()).doesNotContainKey("r");
    assertThat(model.deadLetters().get(0).reason()).isEqualTo("terminal-state");
  }

  @Test
  void theParkingOfALoanIsBounded() {
    assertThat(List.of(desk.tell("1", OVERDUE), desk.tell("2", OVERDUE), desk.tell("3", OVERDUE)))
        .containsOnly(Verdict.PARKED);
    assertThat(desk.tell("4", OVERDUE)).hasToString("REJECTED parking-full");
    assertThat(model.claims()).doesNotContainKey("4");
  }

  @Test
  void everyTurnToDeadSendsACopyWithTheNextAttempt() {
    Arrival early = OneLoan.at(9, new Event("x", OneLoan.content(APPROVED)));
    for (int attempt = 1; attempt <= 2; attempt++) {
      assertThat(model.deliver(early)).isEqualTo(Verdict.PARKED);
      model.expire(early.source());
      assertThat(model.deadLetterCopies()).hasSize(attempt);
    }
    assertThat(model.deadLetters()).hasSize(1);
    assertThat(model.deadLetters().get(0).attempts()).isEqualTo(2);
  }

  private List<String> changes() {
    return requireNonNull(model.changes().get("L")).stream()
        .map(it -> it.sourceEventId() + " v" + it.after().version() + " " + it.after().status())
        .toList();
  }

  private Claim claim(String eventId) {
    return requireNonNull(model.claims().get(eventId));
  }
}
