package org.libraryd.notice;

import io.quarkus.runtime.Startup;
import io.smallrye.common.annotation.Blocking;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.libraryd.consumer.Intake;
import org.libraryd.consumer.IntakeFactory;
import org.libraryd.consumer.IntakeOwner;

/** Takes changes of loans in. A batch is acknowledged when all of it is in the database. */
@Startup
@ApplicationScoped
public class NoticeConsumer implements IntakeOwner {
  private final Intake intake;

  NoticeConsumer(IntakeFactory intakes, NoticeHandler handler) {
    this.intake = intakes.intakeFor("notice", NoticeHandler.CONSUMER, handler, handler.decoder());
  }

  @Incoming("notice")
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
