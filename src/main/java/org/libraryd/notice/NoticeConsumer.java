package org.libraryd.notice;

import io.smallrye.common.annotation.Blocking;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.libraryd.consumer.Intake;
import org.libraryd.consumer.IntakeFactory;
import org.libraryd.wire.EventType;
import org.libraryd.wire.LoanEventDecoder;

/** Takes changes of loans in. A batch is acknowledged when all of it is in the database. */
@ApplicationScoped
public class NoticeConsumer {
  /** Changes that a member is not told of. */
  private static final Set<String> SILENT =
      Set.of(EventType.CREATED.wireName(), EventType.CANCELLED.wireName());

  private final Intake intake;

  NoticeConsumer(IntakeFactory intakes, NoticeHandler handler, Clock clock) {
    this.intake =
        intakes.intakeFor(NoticeHandler.CONSUMER, handler, new LoanEventDecoder(SILENT, clock));
  }

  @Incoming("notice")
  @Blocking
  @Acknowledgment(Strategy.MANUAL)
  CompletionStage<Void> onBatch(Message<ConsumerRecords<byte[], byte[]>> batch) {
    var unused = intake.take(batch.getPayload()).thenCompose(settled -> batch.ack());
    return CompletableFuture.completedStage(null);
  }
}
