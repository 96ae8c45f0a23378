package org.libraryd.relay;

/** The sizes that topics take. */
interface TopicLimits {
  /**
   * The topic's {@code max.message.bytes} as last heard from the broker, at most about 30 s ago, or
   * 0 while it is not known. Does not block.
   */
  int of(String topic);

  /** Whether the broker said when last asked that there is no such topic. Does not block. */
  boolean isMissing(String topic);

  /** Makes the topic's limit unknown until the broker has told it again. */
  void forget(String topic);
}
