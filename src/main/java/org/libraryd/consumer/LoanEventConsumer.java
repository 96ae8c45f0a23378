package org.libraryd.consumer;

import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.libraryd.loan.LoanEventHandler;
import org.libraryd.wire.LoanEventDecoder;

/** Takes loan events in. A batch is acknowledged when all of it is in the database. */
@ApplicationScoped
public class LoanEventConsumer {
  private final Intake intake;

  LoanEventConsumer(IntakeFactory intakes, LoanEventHandler handler, LoanEventDecoder decoder) {
    this.intake = intakes.intakeFor(LoanEventHandler.CONSUMER, handler, decoder);
  }

  @Incoming("lifecycle")
  @Blocking
  Uni<Void> onBatch(ConsumerRecords<byte[], byte[]> records) {
    return intake.take(records);
  }
}
