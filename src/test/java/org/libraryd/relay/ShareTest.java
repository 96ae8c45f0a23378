package org.libraryd.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShareTest {
  private static final Share FIRST = new Share(0, 2);
  private static final Share SECOND = new Share(1, 2);

  @Test
  void littleIsForTheFirstWorkerAlone() {
    List<Backlog> little = backlog(15);

    assertThat(Share.isMuch(little)).isFalse();
    assertThat(FIRST.of(little)).isEqualTo(little);
    assertThat(SECOND.of(little)).isEmpty();
  }

  @Test
  void muchIsDealtOutByShardSoThatNothingIsForTwoAndNothingForNobody() {
    List<Backlog> much = Stream.concat(backlog(16).stream(), other(16).stream()).toList();

    assertThat(Share.isMuch(much)).isTrue();
    assertThat(FIRST.of(much)).hasSize(16).allMatch(some -> some.shard() % 2 == 0);
    assertThat(SECOND.of(much)).hasSize(16).allMatch(some -> some.shard() % 2 == 1);
  }

  @Test
  void theOnlyWorkerHasAll() {
    assertThat(Share.ALL.of(backlog(64))).isEqualTo(backlog(64));
  }

  private static List<Backlog> backlog(int shards) {
    return of("changed", shards);
  }

  private static List<Backlog> other(int shards) {
    return of("notice", shards);
  }

  private static List<Backlog> of(String topic, int shards) {
    return IntStream.range(0, shards).mapToObj(shard -> new Backlog(topic, (short) shard)).toList();
  }
}
