package org.libraryd.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderBytesTest {

  @Test
  void headersComeBackAsTheyWere() {
    Headers headers =
        new RecordHeaders()
            .add("b", "first".getBytes(UTF_8))
            .add("a", null)
            .add("b", new byte[0])
            .add("", new byte[] {0, (byte) 0xFF, (byte) 0xC0})
            .add("naïve\0\n😀", "x".repeat(70_000).getBytes(UTF_8))
            .add("b", "first".getBytes(UTF_8));

    Headers decoded = HeaderBytes.decode(HeaderBytes.encode(headers));

    assertThat(decoded).isEqualTo(headers);
    assertThat(decoded.toArray()[1].value()).isNull();
    assertThat(decoded.toArray()[2].value()).isEmpty();
  }

  @Test
  void noHeadersAreNoBytes() {
    assertThat(HeaderBytes.encode(new RecordHeaders())).isEmpty();
    assertThat(HeaderBytes.decode(new byte[0])).isEmpty();
  }

  @Test
  void decodedHeadersTakeMore() {
    Headers decoded = HeaderBytes.decode(HeaderBytes.encode(new RecordHeaders()));

    assertThat(decoded.add("dead-letter-id", null)).hasSize(1);
  }

  @Test
  void formIsTheOneThatIsStoredInTables() {
    Headers headers = new RecordHeaders().add("é", null).add("a", new byte[] {7});

    assertThat(HeaderBytes.encode(headers))
        .containsExactly(
            0, 0, 0, 2, 0xC3, 0xA9, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1, 'a', 0, 0, 0, 1, 7);
  }

  @Test
  void everyCutIsNoticed() {
    byte[] encoded = HeaderBytes.encode(new RecordHeaders().add("event-id", new byte[] {1, 2, 3}));

    for (int length = 1; length < encoded.length; length++) {
      byte[] cut = Arrays.copyOf(encoded, length);
      assertThatIllegalArgumentException().isThrownBy(() -> HeaderBytes.decode(cut));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, -2, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void impossibleLengthIsNoticed(int length) {
    byte[] damaged = ByteBuffer.allocate(16).putInt(length).array();

    assertThatIllegalArgumentException().isThrownBy(() -> HeaderBytes.decode(damaged));
  }

  @Test
  void randomHeadersComeBackAsTheyWere() {
    long seed = Long.getLong("seed", System.nanoTime());
    System.out.println("HeaderBytesTest seed " + seed);
    Random random = new Random(seed);

    for (int i = 0; i < 1_000; i++) {
      Headers headers = new RecordHeaders();
      for (int n = random.nextInt(10); n > 0; n--) {
        byte[] value = new byte[random.nextInt(50)];
        random.nextBytes(value);
        String name = Integer.toString(random.nextInt(5));
        headers.add(name, random.nextInt(4) == 0 ? null : value);
      }

      assertThat(HeaderBytes.decode(HeaderBytes.encode(headers)))
          .as("seed %d", seed)
          .isEqualTo(headers);
    }
  }
}
