package org.libraryd.support;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Finds loopback ports that stay free between two starts of the same server. */
final class FreePort {
  private FreePort() {}

  /** Returns a port that nothing listens on, outside the range of outgoing connections. */
  static int find() {
    for (int attempt = 0; attempt < 100; attempt++) {
      // The kernel hands out ports from 32768 on; such a port may be taken while a server restarts.
      int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException("no free port between 20000 and 32000");
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
