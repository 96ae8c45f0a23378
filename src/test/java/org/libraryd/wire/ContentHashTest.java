package org.libraryd.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A replay is told from another event by what it says, not by how it is written. */
class ContentHashTest {
  private static final String HASH = new SampleRecord().event().contentHash();

  @Test
  void hashIsTheOneThatIsStoredInTables() {
    // A changed value here would turn every replay of an event stored before into an id reuse.
    assertThat(HASH).isEqualTo("1305ff78066adfa5a08479b8c590908e008e9cee1fee04f3a27b766da13bd4f1");
  }

  @Test
  void notationDoesNotMatter() {
    List<SampleRecord> same =
        List.of(
            new SampleRecord().headers("event-id=E-2"),
            new SampleRecord().member("type", "\"loan.created\"").member("bookId", "\"B-7\""),
            new SampleRecord().member("loanId", "\"\\u004c-10\\u00301\""),
            new SampleRecord().member("occurredAt", "\"2026-12-01T01:30:00Z\""),
            new SampleRecord().member("occurredAt", "\"2026-11-30T20:30:00.000-05:00\""),
            new SampleRecord().member("desk", "{\"number\":1.0}"),
            new SampleRecord().value(new SampleRecord().json().replace("\":", "\" :\n\t")));

    assertThat(same).allSatisfy(s -> assertThat(s.event().contentHash()).isEqualTo(HASH));
  }

  @Test
  void everyFieldMatters() {
    List<SampleRecord> others =
        List.of(
            new SampleRecord().member("type", "\"loan.approved\""),
            new SampleRecord().member("type", "\"loan.approved\"").member("bookId", null),
            new SampleRecord().member("type", "\"loan.approved\"").member("memberId", null),
            new SampleRecord().member("loanId", "\"l-1001\""),
            new SampleRecord().member("bookId", "\"B-8\""),
            new SampleRecord().member("memberId", "\"M-43\""),
            new SampleRecord().member("loanId", "\"L-1\"").member("bookId", "\"001B-7\""),
            new SampleRecord().member("bookId", "\"M-42\"").member("memberId", "\"B-7\""),
            new SampleRecord().member("bookId", "\"é\""),
            new SampleRecord().member("bookId", "\"e\\u0301\""),
            new SampleRecord().member("occurredAt", "\"2026-12-01T01:30:00.000000001Z\""));

    Set<String> hashes = new HashSet<>(Set.of(HASH));
    others.forEach(other -> hashes.add(other.event().contentHash()));

    assertThat(hashes).hasSize(others.size() + 1).allMatch(hash -> hash.matches("[0-9a-f]{64}"));
  }

  @Test
  void nullAndAbsentPartnersAreTheSame() {
    SampleRecord absent =
        new SampleRecord().member("type", "\"loan.returned\"").member("bookId", null);
    SampleRecord none =
        new SampleRecord().member("type", "\"loan.returned\"").member("bookId", "null");

    assertThat(none.event()).isEqualTo(absent.event());
    assertThat(none.event().contentHash()).isEqualTo(absent.event().contentHash());
  }
}
