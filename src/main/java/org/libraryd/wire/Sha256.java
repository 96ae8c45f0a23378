package org.libraryd.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Digests a sequence of fields so that two different sequences never look alike: each field goes in
 * with its length, and null differs from empty. For one sequence and one thread; {@link #hex} or
 * {@link #bytes} ends it.
 */
public final class Sha256 {
  private static final int NULL_LENGTH = -1;

  private final MessageDigest digest;
  private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES);

  public Sha256() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  public Sha256 add(byte @Nullable [] field) {
    length(field == null ? NULL_LENGTH : field.length);
    if (field != null) {
      digest.update(field);
    }
    return this;
  }

  /** Adds the text as UTF-8. */
  public Sha256 add(@Nullable String field) {
    return add(field == null ? null : field.getBytes(StandardCharsets.UTF_8));
  }

  public Sha256 add(long field) {
    length(Long.BYTES);
    digest.update(number.clear().putLong(field).flip());
    return this;
  }

  /** The digest as 32 bytes. */
  public byte[] bytes() {
    return digest.digest();
  }

  /** The digest as 64 lower-case hexadecimal digits. */
  public String hex() {
    return HexFormat.of().formatHex(bytes());
  }

  private void length(int length) {
    digest.update(number.clear().putInt(length).flip());
  }
}
