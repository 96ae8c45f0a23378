import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/** Copies the URL in the first argument to the file in the second, for machines without curl. */
class Fetch {
  public static void main(String[] args) throws Exception {
    try (InputStream in = URI.create(args[0]).toURL().openStream()) {
      Files.copy(in, Path.of(args[1]));
    }
  }
}
