package org.libraryd.redrive;

import io.quarkus.narayana.jta.runtime.TransactionConfiguration;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.util.function.Supplier;

/** Runs work in a transaction of its own, and rolls it back at the end of a dry run. */
@ApplicationScoped
class RedriveTransaction {
  private static final int TRANSACTION_SECONDS = 30;

  private final TransactionSynchronizationRegistry registry;

  RedriveTransaction(TransactionSynchronizationRegistry registry) {
    this.registry = registry;
  }

  @Transactional(TxType.REQUIRES_NEW)
  @TransactionConfiguration(timeout = TRANSACTION_SECONDS)
  <T> T run(boolean dryRun, Supplier<T> work) {
    T result = work.get();
    if (dryRun) {
      registry.setRollbackOnly();
    }
    return result;
  }
}
