package org.libraryd.startup.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DatabaseUrlCheckTest {
  @Test
  void h2FileNeedsPostgresModeAndNoWriteDelay() {
    assertThat(h2("jdbc:h2:file:./data/x;MODE=PostgreSQL;WRITE_DELAY=0")).isEmpty();
    assertThat(h2("jdbc:h2:file:./data/x;mode=postgresql;write_delay=0;TRACE=1")).isEmpty();
    assertThat(h2("jdbc:h2:./data/x;MODE=PostgreSQL")).hasSize(1);
    assertThat(h2("jdbc:h2:file:./data/x;MODE=PostgreSQL;WRITE_DELAY=500")).hasSize(1);
    assertThat(h2("jdbc:h2:file:./data/x")).hasSize(2);
  }

  @Test
  void h2InMemoryNeedsPostgresModeOnly() {
    assertThat(h2("jdbc:h2:mem:x;MODE=PostgreSQL")).isEmpty();
    assertThat(h2("jdbc:h2:mem:x")).hasSize(1);
  }

  @Test
  void urlOfAnotherDatabaseThanTheBuildsIsRefused() {
    assertThat(complaints("postgresql", "jdbc:h2:mem:x")).hasSize(1);
    assertThat(complaints("postgresql", "jdbc:postgresql://db/libraryd")).isEmpty();
    assertThat(new DatabaseUrlCheck("postgresql", Optional.empty()).complaints()).hasSize(1);
  }

  private static List<String> h2(String url) {
    return complaints("h2", url);
  }

  private static List<String> complaints(String kind, String url) {
    return new DatabaseUrlCheck(kind, Optional.of(url)).complaints();
  }
}
