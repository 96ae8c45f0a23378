package org.libraryd.model;

import org.jspecify.annotations.Nullable;

/**
 * How dense a corpus is.
 *
 * @param partitions each loan and each event id stays on one of them
 * @param openLoans how many loans are alive at a time: the fewer, the more events meet
 * @param members how many people borrow: each gets their notices one after the other
 * @param parkingPerLoan the limit the service runs with
 * @param replaySafe leaves out what a second delivery, after later records took effect, may judge
 *     otherwise: events that find the parking full, and copies or reuse of an id that is not
 *     settled. Needed where a crash makes the service read records again
 * @param ignoredType a type the service was told to ignore, or {@code null}
 */
public record CorpusShape(
    String topic,
    int partitions,
    int openLoans,
    int members,
    int parkingPerLoan,
    boolean replaySafe,
    @Nullable String ignoredType) {

  /** Few loans on one partition and little parking, so that every verdict is frequent. */
  public static CorpusShape dense(String topic) {
    return new CorpusShape(topic, 1, 6, 13, 5, false, null);
  }

  /** Many loans on three partitions; repeats itself safely after a crash. */
  public static CorpusShape replaySafe(String topic) {
    return new CorpusShape(topic, 3, 60, 13, 100, true, null);
  }

  public CorpusShape withPartitions(int count) {
    return new CorpusShape(
        topic, count, openLoans, members, parkingPerLoan, replaySafe, ignoredType);
  }

  public CorpusShape withMembers(int count) {
    return new CorpusShape(
        topic, partitions, openLoans, count, parkingPerLoan, replaySafe, ignoredType);
  }

  public CorpusShape withParkingPerLoan(int count) {
    return new CorpusShape(topic, partitions, openLoans, members, count, replaySafe, ignoredType);
  }

  public CorpusShape withIgnoredType(String type) {
    return new CorpusShape(topic, partitions, openLoans, members, parkingPerLoan, replaySafe, type);
  }
}
