package org.libraryd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.xxhash.XXHashFactory;
import org.junit.jupiter.api.Test;

class CodecsInNativeImageTest {
  private static final Set<String> KEPT =
      Set.of(CodecsInNativeImage.class.getAnnotation(RegisterForReflection.class).classNames());

  @Test
  void everyClassIsThere() {
    assertThat(KEPT)
        .allSatisfy(name -> assertThatCode(() -> Class.forName(name)).doesNotThrowAnyException());
  }

  @Test
  void whatTheLibraryChoosesWithoutItsNativePartIsKept() {
    LZ4Factory lz4 = LZ4Factory.fastestJavaInstance();
    XXHashFactory xxHash = XXHashFactory.fastestJavaInstance();

    assertThat(
            Stream.of(
                    lz4.fastCompressor(),
                    lz4.highCompressor(),
                    lz4.fastDecompressor(),
                    lz4.safeDecompressor(),
                    xxHash.hash32(),
                    xxHash.hash64())
                .map(codec -> codec.getClass().getName())
                .collect(Collectors.toSet()))
        .isSubsetOf(KEPT);
  }
}
