package org.libraryd;

import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * Keeps lz4, which the relay compresses with, in a native image: its library finds its own classes
 * by their names. Of zstd and snappy, which other producers may use, the build settings of profile
 * {@code native} take care.
 */
@RegisterForReflection(
    classNames = {
      "net.jpountz.lz4.LZ4HCJavaSafeCompressor",
      "net.jpountz.lz4.LZ4HCJavaUnsafeCompressor",
      "net.jpountz.lz4.LZ4JavaSafeCompressor",
      "net.jpountz.lz4.LZ4JavaSafeFastDecompressor",
      "net.jpountz.lz4.LZ4JavaSafeSafeDecompressor",
      "net.jpountz.lz4.LZ4JavaUnsafeCompressor",
      "net.jpountz.lz4.LZ4JavaUnsafeFastDecompressor",
      "net.jpountz.lz4.LZ4JavaUnsafeSafeDecompressor",
      "net.jpountz.xxhash.StreamingXXHash32JavaSafe$Factory",
      "net.jpountz.xxhash.StreamingXXHash32JavaUnsafe$Factory",
      "net.jpountz.xxhash.StreamingXXHash64JavaSafe$Factory",
      "net.jpountz.xxhash.StreamingXXHash64JavaUnsafe$Factory",
      "net.jpountz.xxhash.XXHash32JavaSafe",
      "net.jpountz.xxhash.XXHash32JavaUnsafe",
      "net.jpountz.xxhash.XXHash64JavaSafe",
      "net.jpountz.xxhash.XXHash64JavaUnsafe"
    })
final class CodecsInNativeImage {
  private CodecsInNativeImage() {}
}
