package org.libraryd.deploy;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** Reads YAML, and takes nothing for a type that the type does not know. */
final class Strict {
  private static final ObjectMapper YAML =
      new ObjectMapper(new YAMLFactory().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION));
  private static final ObjectMapper TYPES =
      JsonMapper.builder()
          .annotationIntrospector(new WithoutCatchAll())
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .withConfigOverride(
              List.class,
              lists -> lists.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
          .build();

  /** The types keep what they do not know in a map of their own; here it shall fail. */
  private static final class WithoutCatchAll extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    @Override
    public Boolean hasAnySetter(Annotated annotated) {
      return Boolean.FALSE;
    }
  }

  private Strict() {}

  /** The documents of a file. */
  static List<JsonNode> documents(Path file) {
    try (var values = YAML.readerFor(JsonNode.class).<JsonNode>readValues(file.toFile())) {
      return values.readAll();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads a document as a type.
   *
   * @throws IllegalArgumentException where the type has no such field, or its value is of another
   *     type
   */
  static <T> T as(JsonNode document, Class<T> type) {
    return TYPES.convertValue(document, type);
  }
}
