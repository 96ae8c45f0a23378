package org.libraryd.jdbc;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalConnectionFactoryConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.sql.SQLException;
import java.time.Duration;

/** One connection more than the pool has, for what must not wait behind the pool's users. */
public final class SpareConnection {
  private static final Duration ACQUISITION = Duration.ofSeconds(5);

  private SpareConnection() {}

  /**
   * Makes a data source of a single connection with the pool's address, credentials and session
   * settings, outside every JTA transaction. Connects at its first use; the caller closes it.
   */
  public static AgroalDataSource beside(AgroalDataSource pool) throws SQLException {
    var original = pool.getConfiguration().connectionPoolConfiguration();
    AgroalDataSource spare =
        AgroalDataSource.from(
            new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(
                    single ->
                        single
                            .maxSize(1)
                            .acquisitionTimeout(ACQUISITION)
                            .exceptionSorter(original.exceptionSorter())
                            .connectionFactoryConfiguration(
                                new AgroalConnectionFactoryConfigurationSupplier(
                                    original.connectionFactoryConfiguration()))));
    spare.setPoolInterceptors(pool.getPoolInterceptors());
    return spare;
  }
}
