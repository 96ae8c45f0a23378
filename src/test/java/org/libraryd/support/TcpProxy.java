package org.libraryd.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * A stretch of network before a server on loopback that a test can slow down, clog, cut and turn to
 * another server. The port stays the same for its life.
 *
 * <p>Two threads per connection; each chunk that a side sends waits for the fault to be over.
 */
public final class TcpProxy implements AutoCloseable {
  /** One way of a connection. */
  public enum Direction {
    TO_SERVER,
    TO_CLIENT
  }

  private static final int CHUNK = 65_536;
  private static final int BACKLOG = 200;

  private final ServerSocket listener;
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final Set<Direction> clogged = EnumSet.noneOf(Direction.class);
  private volatile int serverPort;
  private volatile Duration delay = Duration.ZERO;
  private volatile boolean refusing;

  private TcpProxy(int serverPort) {
    this.serverPort = serverPort;
    try {
      listener = new ServerSocket(FreePort.find(), BACKLOG, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    run("proxy-" + listener.getLocalPort(), this::accept);
  }

  /** Listens on a port of its own and passes everything on to the server. */
  public static TcpProxy before(int serverPort) {
    return new TcpProxy(serverPort);
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** Holds each chunk back for a while, both ways. */
  public void delay(Duration time) {
    delay = time;
  }

  /** Lets connections stay and be made, but nothing pass in these directions. */
  public void clog(Direction... directions) {
    synchronized (clogged) {
      clogged.addAll(List.of(directions));
    }
  }

  /** Cuts all connections with a reset; new ones are welcome. */
  public void cut() {
    open.forEach(TcpProxy::reset);
  }

  /** Cuts all connections, and each new one at once. */
  public void refuse() {
    refusing = true;
    cut();
  }

  /** Cuts all connections and leads new ones to another server. */
  public void turnTo(int otherServerPort) {
    serverPort = otherServerPort;
    cut();
  }

  /** Ends every fault; what was held back passes. */
  public void heal() {
    delay = Duration.ZERO;
    refusing = false;
    synchronized (clogged) {
      clogged.clear();
      clogged.notifyAll();
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cut();
    heal();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        connect(listener.accept());
      } catch (IOException e) {
        // The listener was closed, or a client left while it was welcomed.
      }
    }
  }

  private void connect(Socket client) throws IOException {
    open.add(client);
    if (refusing) {
      reset(client);
      return;
    }
    Socket server = new Socket();
    open.add(server);
    try {
      server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort));
    } catch (IOException e) {
      reset(client);
      reset(server);
      return;
    }
    client.setTcpNoDelay(true);
    server.setTcpNoDelay(true);
    String name = "proxy-" + port() + "-" + client.getPort();
    run(name + "-up", () -> pump(client, server, Direction.TO_SERVER));
    run(name + "-down", () -> pump(server, client, Direction.TO_CLIENT));
  }

  private void pump(Socket from, Socket to, Direction direction) {
    byte[] chunk = new byte[CHUNK];
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
        pass(direction);
        out.write(chunk, 0, length);
      }
    } catch (IOException e) {
      reset(from);
      reset(to);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(from);
      open.remove(to);
    }
  }

  private void pass(Direction direction) throws InterruptedException {
    synchronized (clogged) {
      while (clogged.contains(direction)) {
        clogged.wait();
      }
      long start = System.nanoTime();
      long left = delay.toNanos();
      while (left > 0) {
        TimeUnit.NANOSECONDS.timedWait(clogged, left);
        left = delay.toNanos() - (System.nanoTime() - start);
      }
    }
  }

  private static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      // It is closed already, which is what was wanted.
    }
  }

  private static void run(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
