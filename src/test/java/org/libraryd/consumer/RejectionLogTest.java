package org.libraryd.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.formatters.PatternFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.Verdict;
import org.libraryd.support.LoanRecords;
import org.libraryd.wire.Decoded;
import org.libraryd.wire.Delivery;
import org.libraryd.wire.LoanEvent;
import org.libraryd.wire.LoanEventDecoder;
import org.libraryd.wire.Reason;

class RejectionLogTest {
  private static final Logger LOGGER = Logger.getLogger(RejectionLog.class.getName());

  private final RejectionLog log = new RejectionLog();
  private final Formatter message = new PatternFormatter("%s");
  private final List<String> lines = new ArrayList<>();
  private final List<Map<String, String>> fields = new ArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          lines.add(message.format(entry));
          fields.add(ExtLogRecord.wrap(entry).getMdcCopy());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    LOGGER.addHandler(handler);
  }

  @AfterEach
  void leave() {
    LOGGER.removeHandler(handler);
  }

  @Test
  void recordsRejectedWithinASecondAreOneLineWithTheFieldsOfTheFirst() {
    log.note("test", judged(Verdict.APPLIED, arrived(1)));
    log.note("test", judged(Verdict.rejected(Reason.TERMINAL_STATE, null), arrived(2)));
    log.note("test", judged(Verdict.rejected(Reason.DATA_ERROR, null), arrived(3)));

    log.tell();
    log.tell();

    assertThat(lines)
        .containsExactly(
            "test: rejected {data-error=1, terminal-state=1}, from libraryd.loan-0@2 on");
    assertThat(fields)
        .containsExactly(Map.of("eventId", "e2", "loanId", "L2", "outcome", "REJECTED"));
  }

  @Test
  void parkedEventThatIsRejectedIsToldToo() {
    Deliveries none = Deliveries.none();
    none.releaseParked(arrived(4), event(4), Verdict.rejected(Reason.PARKING_EXPIRED, null));
    none.releaseParked(arrived(5), event(5), Verdict.APPLIED);
    log.note("test", none);

    log.tell();

    assertThat(lines)
        .containsExactly("test: rejected {parking-expired=1}, from libraryd.loan-0@4 on");
    assertThat(fields)
        .containsExactly(Map.of("eventId", "e4", "loanId", "L4", "outcome", "REJECTED"));
  }

  private static Deliveries judged(Verdict verdict, ConsumerRecord<byte[], byte[]> source) {
    Deliveries deliveries = Deliveries.of(List.of(new Delivery(source, decoded(source))));
    deliveries.decideEach((delivery, known) -> verdict);
    return deliveries;
  }

  private static LoanEvent event(int number) {
    return ((Decoded.Accepted) decoded(arrived(number))).event();
  }

  private static ConsumerRecord<byte[], byte[]> arrived(int number) {
    return LoanRecords.event(number, "e" + number, "approved", "L" + number);
  }

  private static Decoded decoded(ConsumerRecord<byte[], byte[]> source) {
    return new LoanEventDecoder(Set.of(), new SettableTime()).decode(source);
  }
}
