package org.libraryd.wire;

import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.libraryd.wire.RawField.Members;
import org.libraryd.wire.RawField.NoText;

/**
 * Gives every record exactly one verdict and never throws, whatever the bytes. Checks go in the
 * order envelope and JSON, id, type, fields, occurredAt; the first failure is the reason. The
 * record's key is not looked at: the body counts.
 *
 * <p>Thread-safe.
 */
public final class LoanEventDecoder {
  private static final int TYPE_SHOWN_MAX = 64;

  private final Set<String> ignoredTypes;
  private final OccurredAt occurredAt;

  /**
   * @param ignoredTypes values of {@code type} to be passed over, compared exactly
   * @param clock bounds {@code occurredAt}
   */
  public LoanEventDecoder(Set<String> ignoredTypes, Clock clock) {
    this.ignoredTypes = Set.copyOf(ignoredTypes);
    this.occurredAt = new OccurredAt(clock);
  }

  public Decoded decode(ConsumerRecord<byte[], byte[]> source) {
    EnvelopeHeaders headers = EnvelopeHeaders.of(source.headers());
    try {
      return judged(Envelope.open(headers, source.value()));
    } catch (RefusalException e) {
      return refused(e, headers.ids(), NoText.ABSENT);
    }
  }

  private Decoded judged(Envelope envelope) {
    Members body = envelope.body();
    try {
      String eventId = EventId.of(envelope.ids());
      String type = agreedType(envelope.types());
      if (type != null && ignoredTypes.contains(type)) {
        return new Decoded.Ignored(eventId, type);
      }
      return new Decoded.Accepted(event(eventId, known(type), body, envelope.times()));
    } catch (RefusalException e) {
      return refused(e, envelope.ids(), body.get(Envelope.LOAN_ID));
    }
  }

  private LoanEvent event(String eventId, EventType type, Members body, List<RawField> times)
      throws RefusalException {
    String loanId = Identifier.required(Envelope.LOAN_ID, body.get(Envelope.LOAN_ID));
    String bookId = partner(type, Envelope.BOOK_ID, body);
    String memberId = partner(type, Envelope.MEMBER_ID, body);
    return new LoanEvent(eventId, type, loanId, bookId, memberId, occurredAt.of(times));
  }

  private static @Nullable String partner(EventType type, String name, Members body)
      throws RefusalException {
    return type == EventType.CREATED
        ? Identifier.required(name, body.get(name))
        : Identifier.optional(name, body.get(name));
  }

  private static @Nullable String agreedType(List<RawField> sent) throws RefusalException {
    String agreed = null;
    for (RawField field : sent) {
      String type = field.textOrNull(Envelope.TYPE);
      if (agreed != null && type != null && !agreed.equals(type)) {
        throw RefusalException.invalidField("type differs between attribute and body");
      }
      agreed = type == null ? agreed : type;
    }
    return agreed;
  }

  private static EventType known(@Nullable String name) throws RefusalException {
    if (name == null) {
      throw new RefusalException(Reason.UNKNOWN_TYPE, "no type");
    }
    EventType type = EventType.ofWireName(name);
    if (type == null) {
      throw new RefusalException(
          Reason.UNKNOWN_TYPE, "unknown type " + PrintableText.of(name, TYPE_SHOWN_MAX));
    }
    return type;
  }

  private static Decoded refused(RefusalException e, List<RawField> ids, RawField loanId) {
    return new Decoded.Refused(
        e.reason(), e.detail(), EventId.validOrNull(ids), Identifier.validOrNull(loanId));
  }
}
