package org.libraryd.relay;

import org.jspecify.annotations.Nullable;

/** Key, value and encoded headers of a dead letter as they were received. */
final class RawRecord {
  final byte @Nullable [] key;
  final byte @Nullable [] value;
  final byte[] headers;

  RawRecord(byte @Nullable [] key, byte @Nullable [] value, byte[] headers) {
    this.key = key;
    this.value = value;
    this.headers = headers;
  }
}
