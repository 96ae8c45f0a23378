package org.libraryd.fault;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives a scenario its run on the stage that all share, and has it examined at the end. */
final class ScenarioExtension
    implements ExecutionCondition, ParameterResolver, AfterTestExecutionCallback {

  private static final Namespace NAMESPACE = Namespace.create(ScenarioExtension.class);

  // The store closes what it holds: a run when its test is over, the stage after the last.
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    String wanted = System.getProperty("scenario", "");
    Method method = context.getTestMethod().orElse(null);
    Scenario scenario = method == null ? null : scenario(method);
    boolean runs =
        scenario == null || Stream.of(wanted.split(",")).anyMatch(scenario.id()::startsWith);
    return runs
        ? ConditionEvaluationResult.enabled("chosen")
        : ConditionEvaluationResult.disabled("-Dscenario=" + wanted);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == Run.class || type == Stage.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Stage stage = stage(context);
    if (parameter.getParameter().getType() == Stage.class) {
      return stage;
    }
    Scenario scenario = Objects.requireNonNull(scenario(context.getRequiredTestMethod()));
    Stage chosen = scenario.secured() ? stage.secured() : stage;
    chosen.clear(scenario.partitions(), Map.of());
    Run run = new Run(chosen, chosen.newStore(), scenario.id(), scenario.fault());
    context.getStore(NAMESPACE).put(Run.class, run);
    return run;
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    Run run = context.getStore(NAMESPACE).get(Run.class, Run.class);
    if (run != null) {
      run.conclude(context.getExecutionException().orElse(null));
    }
  }

  private static Stage stage(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(Stage.class, key -> new Stage(), Stage.class);
  }

  private static @Nullable Scenario scenario(Method method) {
    return method.getAnnotation(Scenario.class);
  }
}
