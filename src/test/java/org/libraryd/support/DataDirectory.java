package org.libraryd.support;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

/** The files of a PostgreSQL, copied while it runs; the log of its changes makes them whole. */
final class DataDirectory {

  private DataDirectory() {}

  /** Copies all that a backup needs into an empty directory. */
  static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            Path target = to.resolve(from.relativize(directory));
            if (!Files.exists(target)) {
              Files.createDirectory(target);
              Files.setPosixFilePermissions(target, Files.getPosixFilePermissions(directory));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (!file.getFileName().toString().startsWith("postmaster.")) {
              Path target = to.resolve(from.relativize(file));
              Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              // Files come and go while the server runs.
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }
        });
  }

  /** Turns a copy into a standby of the server on a port of this machine. */
  static void makeStandby(Path copy, String label, int primaryPort, String user)
      throws IOException {
    Files.writeString(copy.resolve("backup_label"), label);
    Files.createFile(copy.resolve("standby.signal"));
    Files.writeString(
        copy.resolve("postgresql.auto.conf"),
        "primary_conninfo = 'host=127.0.0.1 port=%d user=%s'\n".formatted(primaryPort, user),
        StandardOpenOption.APPEND);
  }
}
