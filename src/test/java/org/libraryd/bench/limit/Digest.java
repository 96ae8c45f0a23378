package org.libraryd.bench.limit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** SHA-256 over fields, each with its length; reading the result begins anew. */
final class Digest {
  private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES);
  private final MessageDigest digest;

  Digest() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  Digest add(@Nullable String field) {
    byte[] bytes = field == null ? new byte[0] : field.getBytes(UTF_8);
    digest.update(number.clear().putInt(field == null ? -1 : bytes.length).flip());
    digest.update(bytes);
    return this;
  }

  Digest add(long field) {
    digest.update(number.clear().putInt(Long.BYTES).flip());
    digest.update(number.clear().putLong(field).flip());
    return this;
  }

  String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }

  /** The first half as a UUID of version 8. */
  String uuid() {
    ByteBuffer bytes = ByteBuffer.wrap(digest.digest());
    long high = (bytes.getLong() & ~0xF000L) | 0x8000L;
    long low = (bytes.getLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return new UUID(high, low).toString();
  }
}
