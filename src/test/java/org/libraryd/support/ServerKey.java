package org.libraryd.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A key that is good for servers on loopback, and the certificate that their clients trust. */
public final class ServerKey {
  private static final String PASSWORD = "not-so-secret";

  private final Path store;
  private final Path certificate;

  private ServerKey(Path directory) {
    this.store = directory.resolve("key.p12");
    this.certificate = directory.resolve("ca.crt");
  }

  /** Makes a key that has signed itself, for a day. */
  public static ServerKey make() {
    try {
      Path parent = Files.createDirectories(Path.of("target", "tls").toAbsolutePath());
      ServerKey key = new ServerKey(Files.createTempDirectory(parent, "key"));
      String said =
          key.keytool(
              "-genkeypair",
              "-keyalg",
              "EC",
              "-dname",
              "CN=localhost",
              "-ext",
              "SAN=ip:127.0.0.1",
              "-validity",
              "1");
      said += key.keytool("-exportcert", "-rfc", "-file", key.certificate.toString());
      if (!Files.exists(key.certificate)) {
        throw new IllegalStateException(said);
      }
      return key;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the settings with which a listener of a broker encrypts. */
  public List<String> of(String listener) {
    String prefix = "listener.name." + listener + ".ssl.keystore.";
    return List.of(
        prefix + "type=PKCS12", prefix + "location=" + store, prefix + "password=" + PASSWORD);
  }

  /** Returns the file of the certificate, in PEM format. */
  public Path certificate() {
    return certificate;
  }

  private String keytool(String... arguments) {
    List<String> command = new ArrayList<>(List.of(OsProcess.jdk("keytool")));
    command.addAll(List.of(arguments));
    command.addAll(List.of("-alias", "server", "-storetype", "PKCS12"));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
    return OsProcess.output(command);
  }
}
