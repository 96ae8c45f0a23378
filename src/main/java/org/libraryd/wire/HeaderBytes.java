package org.libraryd.wire;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a record's headers exactly: order, repeated names, raw bytes, and null apart from empty.
 * Each header is the length of its name (4 bytes, big-endian), the name in UTF-8, the length of its
 * value (-1 for null), the value; no headers are no bytes.
 */
public final class HeaderBytes {
  private static final int NULL_LENGTH = -1;

  private HeaderBytes() {}

  public static byte[] encode(Headers headers) {
    List<byte @Nullable []> parts = new ArrayList<>();
    int size = 0;
    for (Header header : headers) {
      byte[] name = header.key().getBytes(StandardCharsets.UTF_8);
      byte[] value = header.value();
      parts.add(name);
      parts.add(value);
      size += 2 * Integer.BYTES + name.length + (value == null ? 0 : value.length);
    }
    ByteBuffer buffer = ByteBuffer.allocate(size);
    parts.forEach(part -> put(buffer, part));
    return buffer.array();
  }

  /**
   * The headers that were encoded.
   *
   * @throws IllegalArgumentException if the bytes are not what {@link #encode} wrote
   */
  public static Headers decode(byte[] encoded) {
    ByteBuffer buffer = ByteBuffer.wrap(encoded);
    RecordHeaders headers = new RecordHeaders();
    try {
      while (buffer.hasRemaining()) {
        byte[] name = get(buffer);
        if (name == null) {
          throw new IllegalArgumentException("a header without a name");
        }
        headers.add(new String(name, StandardCharsets.UTF_8), get(buffer));
      }
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("headers end in the middle", e);
    }
    return headers;
  }

  private static void put(ByteBuffer buffer, byte @Nullable [] part) {
    buffer.putInt(part == null ? NULL_LENGTH : part.length);
    if (part != null) {
      buffer.put(part);
    }
  }

  private static byte @Nullable [] get(ByteBuffer buffer) {
    int length = buffer.getInt();
    if (length == NULL_LENGTH) {
      return null;
    }
    // Checked before the allocation: a damaged length must not cost two gigabytes.
    if (length < 0 || length > buffer.remaining()) {
      throw new IllegalArgumentException("a header of impossible length " + length);
    }
    byte[] part = new byte[length];
    buffer.get(part);
    return part;
  }
}
