package org.libraryd.sample;

import io.quarkus.arc.profile.IfBuildProfile;
import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jboss.logging.Logger;
import org.libraryd.startup.PipelineStarted;
import org.libraryd.wire.TopicConfig;

/**
 * Sends the sample once: to a loan topic that is empty, so neither a restart nor a live reload
 * sends it again. Shows progress until everything has gone through, then the summary.
 */
@IfBuildProfile("dev")
@Singleton
class SampleFeeder {
  private static final Logger LOG = Logger.getLogger(SampleFeeder.class);
  private static final int PROGRESS_MAX = 180;
  private static final Duration PROGRESS = Duration.ofSeconds(1);

  private final SampleConfig config;
  private final TopicConfig topics;
  private final Admin admin;
  private final Map<String, Object> broker;
  private final SampleFigures figures;
  private final Thread thread = new Thread(this::run, "libraryd-sample");

  SampleFeeder(
      SampleConfig config,
      TopicConfig topics,
      Admin admin,
      @Identifier("default-kafka-broker") Map<String, Object> broker,
      SampleFigures figures) {
    this.config = config;
    this.topics = topics;
    this.admin = admin;
    this.broker = broker;
    this.figures = figures;
    thread.setDaemon(true);
  }

  void onPipelineStarted(@Observes PipelineStarted event) {
    if (config.enabled()) {
      thread.start();
    }
  }

  void onShutdown(@Observes ShutdownEvent event) {
    thread.interrupt();
  }

  private void run() {
    try {
      if (topicIsEmpty()) {
        watch(send());
      } else {
        LOG.infof("%s holds records already, the sample is not sent again", topics.loan());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      LOG.error("The sample did not go through", e);
    }
  }

  private boolean topicIsEmpty() throws Exception {
    var partitions =
        admin
            .describeTopics(List.of(topics.loan()))
            .allTopicNames()
            .get()
            .values()
            .iterator()
            .next()
            .partitions();
    Map<TopicPartition, OffsetSpec> ends =
        partitions.stream()
            .collect(
                Collectors.toMap(
                    partition -> new TopicPartition(topics.loan(), partition.partition()),
                    partition -> OffsetSpec.latest()));
    return admin.listOffsets(ends).all().get().values().stream().allMatch(end -> end.offset() == 0);
  }

  private long send() throws Exception {
    List<ProducerRecord<byte[], byte[]>> records = SampleFile.records(topics.loan());
    Map<String, Object> settings = new HashMap<>(broker);
    settings.put("acks", "all");
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      var sent = records.stream().map(producer::send).toList();
      for (var acknowledged : sent) {
        acknowledged.get();
      }
    }
    LOG.infof("Sent the sample, %d loan events, to %s", records.size(), topics.loan());
    return records.size();
  }

  private void watch(long sent) throws InterruptedException {
    for (int i = 0; i < PROGRESS_MAX; i++) {
      if (figures.drained(sent)) {
        LOG.info(figures.summary(sent));
        return;
      }
      LOG.infof(
          "Sample: %d of %d events handled, %d audited",
          figures.handled(), sent, figures.audited());
      Thread.sleep(PROGRESS.toMillis());
    }
    LOG.warnf("The sample has not gone through in time\n%s", figures.summary(sent));
  }
}
