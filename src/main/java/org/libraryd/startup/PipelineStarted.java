package org.libraryd.startup;

/** Fired once, when records are read and schedules run. */
public record PipelineStarted() {}
