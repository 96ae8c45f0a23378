package org.libraryd.fault;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** A server in this JVM that has nothing to do: what it takes to answer, the machine takes. */
final class IdleServer {

  private static final URI ADDRESS = start();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private IdleServer() {}

  static Duration answerTime() throws IOException, InterruptedException {
    long start = System.nanoTime();
    CLIENT.send(HttpRequest.newBuilder(ADDRESS).build(), HttpResponse.BodyHandlers.discarding());
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private static URI start() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/",
          exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
          });
      server.start();
      return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
