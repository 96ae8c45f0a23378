package org.libraryd.deploy;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigMappings.ConfigClass;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.config.common.utils.StringUtil;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/** What the service reads, and what it goes by where nothing is set. */
final class Settings {
  /** Those of the framework that the READMEs name. */
  private static final Set<String> FRAMEWORK =
      Set.of(
          "QUARKUS_DATASOURCE_JDBC_URL",
          "QUARKUS_DATASOURCE_USERNAME",
          "QUARKUS_DATASOURCE_PASSWORD",
          "QUARKUS_OTEL_SDK_DISABLED",
          "QUARKUS_LOG_CONSOLE_JSON_ENABLED",
          "QUARKUS_OTEL_EXPORTER_OTLP_ENDPOINT");

  private static final String KAFKA = "KAFKA_";

  private final SmallRyeConfig config;
  private final Map<String, String> keys;

  private Settings(List<Class<?>> mappings) {
    this.config = shipped(mappings);
    this.keys =
        mappings.stream()
            .map(ConfigClass::configClass)
            .flatMap(mapping -> ConfigMappings.getProperties(mapping).keySet().stream())
            .map(key -> key.replace("[*]", ""))
            .distinct()
            .collect(Collectors.toMap(Settings::variable, key -> key));
  }

  private static String variable(String key) {
    return StringUtil.replaceNonAlphanumericByUnderscores(key).toUpperCase(Locale.ROOT);
  }

  /** As the production profile has them. */
  static Settings inProduction() {
    return new Settings(mappings());
  }

  <T> T of(Class<T> mapping) {
    return config.getConfigMapping(mapping);
  }

  String value(String key) {
    return config.getValue(key, String.class);
  }

  SmallRyeConfig config() {
    return config;
  }

  /** The variables that set a key of ours. */
  Set<String> variables() {
    return keys.keySet();
  }

  /** The variables that set a key of ours, with what they have without being set. */
  Map<String, String> shipped() {
    return keys.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                entry -> config.getOptionalValue(entry.getValue(), String.class).orElse("")));
  }

  /** Whether a variable of the environment has an effect. */
  boolean reads(String variable) {
    if (variable.startsWith(KAFKA)) {
      String name = variable.substring(KAFKA.length()).replace('_', '.').toLowerCase(Locale.ROOT);
      // The administrative client has the least settings, and they hold for all clients.
      return AdminClientConfig.configNames().contains(name)
          && ConsumerConfig.configNames().contains(name)
          && ProducerConfig.configNames().contains(name);
    }
    return FRAMEWORK.contains(variable) || keys.containsKey(variable);
  }

  private static SmallRyeConfig shipped(List<Class<?>> mappings) {
    try {
      var builder =
          new SmallRyeConfigBuilder()
              .addDefaultInterceptors()
              .addDiscoveredConverters()
              .withProfile("prod")
              .withSources(
                  new PropertiesConfigSource(
                      Settings.class.getResource("/application.properties"), 100));
      mappings.forEach(builder::withMapping);
      return builder.build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Class<?>> mappings() {
    Path classes = Path.of("target", "classes");
    try (Stream<Path> files = Files.walk(classes)) {
      return files
          .map(file -> classes.relativize(file).toString())
          .filter(name -> name.endsWith(".class") && !name.contains("-"))
          .<Class<?>>map(Settings::load)
          .filter(type -> type.isAnnotationPresent(ConfigMapping.class))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Class<?> load(String file) {
    String name = file.substring(0, file.length() - ".class".length()).replace('/', '.');
    try {
      return Class.forName(name, false, Settings.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
