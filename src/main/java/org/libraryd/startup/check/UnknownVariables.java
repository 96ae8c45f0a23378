package org.libraryd.startup.check;

import static io.smallrye.config.common.utils.StringUtil.replaceNonAlphanumericByUnderscores;
import static java.util.Comparator.comparingInt;

import io.smallrye.config.EnvConfigSource;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;

/**
 * Finds variables of the environment that look like settings of ours and set nothing: anywhere else
 * a misspelt key is refused, but others may have put a variable there for reasons of their own.
 */
@Singleton
public class UnknownVariables {
  private static final String PREFIX = "LIBRARYD_";

  /** What Kubernetes sets for a service of the name libraryd, or of one that begins with it. */
  private static final Pattern OF_A_SERVICE =
      Pattern.compile(".*_(SERVICE_HOST|SERVICE_PORT(_.*)?|PORT(_\\d+_(TCP|UDP|SCTP)(_.*)?)?)");

  private static final Pattern ELEMENT_OF_A_LIST = Pattern.compile("_\\d+_$");
  private static final Pattern EXPANDED = Pattern.compile("\\$\\{(libraryd\\.[a-z.-]+)");

  private final TreeSet<String> known = new TreeSet<>();

  public UnknownVariables(Config config) {
    for (ConfigSource source : config.getConfigSources()) {
      if (!(source instanceof EnvConfigSource)) {
        source.getProperties().forEach(this::learn);
      }
    }
  }

  private void learn(String key, @Nullable String value) {
    Stream<String> expanded =
        EXPANDED
            .matcher(value == null ? "" : value)
            .results()
            .map(expression -> expression.group(1));
    Stream.concat(Stream.of(key), expanded)
        .map(UnknownVariables::upperCase)
        .filter(name -> name.startsWith(PREFIX))
        .forEach(known::add);
  }

  /** One sentence for each of these variables that sets nothing, with the nearest that would. */
  public List<String> warnings(Collection<String> variables) {
    return variables.stream()
        .filter(name -> setsNothing(upperCase(name)))
        .sorted()
        .map(
            name ->
                "%s sets nothing; the nearest that does is %s"
                    .formatted(name, nearest(upperCase(name))))
        .toList();
  }

  private boolean setsNothing(String name) {
    return name.startsWith(PREFIX)
        && !OF_A_SERVICE.matcher(name).matches()
        && !known.contains(ELEMENT_OF_A_LIST.matcher(name).replaceFirst(""));
  }

  private static String upperCase(String name) {
    return replaceNonAlphanumericByUnderscores(name).toUpperCase(Locale.ROOT);
  }

  private String nearest(String name) {
    return known.stream().max(comparingInt(other -> likeness(name, other))).orElse("not there");
  }

  /** How many characters two names have in common at both ends. */
  private static int likeness(String one, String other) {
    int length = Math.min(one.length(), other.length());
    int head = 0;
    while (head < length && one.charAt(head) == other.charAt(head)) {
      head++;
    }
    int tail = 0;
    while (tail < length - head
        && one.charAt(one.length() - 1 - tail) == other.charAt(other.length() - 1 - tail)) {
      tail++;
    }
    return head + tail;
  }
}
