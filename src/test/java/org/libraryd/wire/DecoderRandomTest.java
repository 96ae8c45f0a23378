package org.libraryd.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Damages valid records at random. Goal: no input makes the decoder throw, judge twice differently
 * or let an unsound value through. Another run is chosen with {@code -Dseed=}.
 */
class DecoderRandomTest {
  private static final int RECORDS = 10_000;
  private static final byte[][] SPARKS = {
    {0},
    {'"'},
    {'\\'},
    {'{'},
    {'}'},
    {'['},
    {','},
    {':'},
    {(byte) 0xC0},
    {(byte) 0xF0},
    "\\u0000".getBytes(UTF_8),
    "\\ud800".getBytes(UTF_8),
    "null".getBytes(UTF_8),
    "😀".getBytes(UTF_8)
  };

  private final long seed = Long.getLong("seed", System.nanoTime());
  private final Random random = new Random(seed);

  @Test
  void damagedRecordsGetOneSoundVerdict() {
    System.out.println("DecoderRandomTest seed " + seed);
    for (int i = 0; i < RECORDS; i++) {
      SampleRecord sample = damaged();

      Decoded decoded = sample.decode();

      assertThat(sample.decode()).as("seed %d, record %d", seed, i).isEqualTo(decoded);
      assertSound(decoded, i);
    }
  }

  private void assertSound(Decoded decoded, int i) {
    Supplier<String> where = () -> "seed %d, record %d: %s".formatted(seed, i, decoded);
    if (decoded instanceof Decoded.Accepted accepted) {
      LoanEvent event = accepted.event();
      assertThat(event.eventId()).as(where).matches("[!-~]{1,64}");
      assertThat(event.loanId().codePoints().count()).as(where).isBetween(1L, 32L);
      assertThat(event.loanId().chars().noneMatch(Character::isISOControl)).as(where).isTrue();
      assertThat(event.occurredAt())
          .as(where)
          .isBetween(OccurredAt.EARLIEST, SampleRecord.NOW.plus(OccurredAt.AHEAD_MAX));
    } else if (decoded instanceof Decoded.Refused refused) {
      assertThat(refused.detail()).as(where).matches("[ -~]{1,500}");
    }
  }

  private SampleRecord damaged() {
    SampleRecord sample = new SampleRecord();
    if (random.nextInt(4) == 0) {
      sample.headers("content-type=application/cloudevents+json");
      sample.member("specversion", "\"1.0\"").member("id", "\"E-1\"");
      sample.member("data", new SampleRecord().json());
    }
    byte[] value = sample.json().getBytes(UTF_8);
    for (int edits = 1 + random.nextInt(3); edits > 0 && value.length > 0; edits--) {
      value = edited(value);
    }
    if (random.nextInt(4) == 0) {
      sample.header(random.nextBoolean() ? "event-id" : "ce_type", someBytes());
    }
    return sample.value(value);
  }

  private byte[] edited(byte[] value) {
    int at = random.nextInt(value.length);
    return switch (random.nextInt(5)) {
      case 0 -> spliced(value, at, 1, new byte[] {(byte) random.nextInt(256)});
      case 1 -> spliced(value, at, 1, new byte[0]);
      case 2 -> spliced(value, at, 0, SPARKS[random.nextInt(SPARKS.length)]);
      case 3 -> spliced(value, at, value.length - at, new byte[0]);
      default -> spliced(value, at, 0, someBytes());
    };
  }

  private byte[] someBytes() {
    byte[] bytes = new byte[random.nextInt(8)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] spliced(byte[] value, int at, int removed, byte[] added) {
    byte[] spliced = new byte[value.length - removed + added.length];
    System.arraycopy(value, 0, spliced, 0, at);
    System.arraycopy(added, 0, spliced, at, added.length);
    System.arraycopy(value, at + removed, spliced, at + added.length, value.length - at - removed);
    return spliced;
  }
}
