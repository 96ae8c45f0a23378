package org.libraryd.outbox;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.libraryd.wire.Sha256;

/**
 * Ids of what leaves: the same cause always gets the same id, whatever was lost or restored since.
 *
 * <p>The first 128 bits of SHA-256 over the length-prefixed parts, as a UUID of version 8 (RFC
 * 9562, 5.8).
 */
public final class DerivedId {
  private DerivedId() {}

  public static String of(String... parts) {
    Sha256 digest = new Sha256();
    for (String part : parts) {
      digest.add(part);
    }
    ByteBuffer hash = ByteBuffer.wrap(digest.bytes());
    long high = (hash.getLong() & ~0xF000L) | 0x8000L;
    long low = (hash.getLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return new UUID(high, low).toString();
  }
}
