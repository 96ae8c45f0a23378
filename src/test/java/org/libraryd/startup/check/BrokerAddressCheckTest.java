package org.libraryd.startup.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerAddressCheckTest {
  @ParameterizedTest
  @ValueSource(strings = {"broker:9092", "10.0.0.1:9092, ,[::1]:9092,", "SASL_SSL://broker:9093"})
  void addressesOfBrokersRaiseNoComplaint(String addresses) {
    assertThat(new BrokerAddressCheck(Optional.of(addresses)).complaints()).isEmpty();
  }

  @Test
  void addressThatIsNoneIsNamed() {
    assertThat(new BrokerAddressCheck(Optional.of("broker:9092,nonsense")).complaints())
        .containsExactly("kafka.bootstrap.servers has 'nonsense', it must be host:port");
  }

  @Test
  void addressesThatAreNotSetAreAskedFor() {
    assertThat(new BrokerAddressCheck(Optional.empty()).complaints())
        .containsExactly("kafka.bootstrap.servers is not set, it must name the brokers");
  }
}
