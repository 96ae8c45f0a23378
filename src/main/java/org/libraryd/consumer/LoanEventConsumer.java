package org.libraryd.consumer;

import io.quarkus.runtime.Startup;
import io.smallrye.common.annotation.Blocking;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.libraryd.loan.LoanEventHandler;
import org.libraryd.wire.LoanEventDecoder;

/** Takes loan events in. A batch is acknowledged when all of it is in the database. */
@Startup
@ApplicationScoped
public class LoanEventConsumer implements IntakeOwner {
  private final Intake intake;

  LoanEventConsumer(IntakeFactory intakes, LoanEventHandler handler, LoanEventDecoder decoder) {
    this.intake = intakes.intakeFor("lifecycle", LoanEventHandler.CONSUMER, handler, decoder);
  }

  @Incoming("lifecycle")
  @Blocking
  @Acknowledgment(Strategy.MANUAL)
  CompletionStage<Void> onBatch(Message<ConsumerRecords<byte[], byte[]>> batch) {
    return intake.takeAndAcknowledge(batch);
  }

  @Override
  public Intake intake() {
    return intake;
  }
}
