package org.libraryd.model;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.libraryd.model.Arrival.Event;
import org.libraryd.model.Arrival.Source;
import org.libraryd.model.ReferenceModel.LetterStatus;

/** What became of each record in the end: its dead letter, or else the claim on its id. */
public final class Sheet {

  private final Map<String, String> letters = new HashMap<>();
  private final Map<String, String> claims = new HashMap<>();

  private Sheet() {}

  /** As the tables of a service tell it. */
  public static Sheet of(Connection connection) throws SQLException {
    Sheet sheet = new Sheet();
    Tables tables = Tables.read(connection);
    tables
        .claimsOf(TableChecks.LIFECYCLE)
        .forEach(claim -> sheet.claims.put(claim.eventId(), claim.outcome()));
    tables
        .lettersOf(TableChecks.LIFECYCLE)
        .forEach(
            letter ->
                sheet.letters.put(
                    place(Source.of(letter.partition(), letter.offset())),
                    letter.status()
                        + (letter.status().equals("DEAD") ? " " + letter.reason() : "")));
    return sheet;
  }

  /** As it must be. */
  public static Sheet of(ReferenceModel model) {
    Sheet sheet = new Sheet();
    model.claims().forEach((id, claim) -> sheet.claims.put(id, claim.outcome().name()));
    model
        .deadLetters()
        .forEach(
            letter ->
                sheet.letters.put(
                    place(letter.source()),
                    letter.status()
                        + (letter.status() == LetterStatus.DEAD ? " " + letter.reason() : "")));
    return sheet;
  }

  /** Returns where the record lay and what became of it. */
  public String line(EventCorpus.Item item) {
    String place = place(item.arrival().source());
    String letter = letters.get(place);
    if (letter == null && item.arrival().meaning() instanceof Event event) {
      return place + " " + claims.getOrDefault(event.eventId(), "without a trace");
    }
    return place + " " + (letter == null ? "without a trace" : letter);
  }

  private static String place(Source source) {
    return source.partition() + "@" + source.offset();
  }
}
