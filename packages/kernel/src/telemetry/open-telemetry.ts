import { RlmError } from '@rlm/repl-types';
import { messageOf } from '@rlm/repl-types/internal';

import type { Diagnostic, RunContext } from '../contract/context.js';
import type { OpenTelemetryLike, TelemetryOptions } from '../options/telemetry-options.js';
import { traceRun, type TelemetrySource } from './trace-run.js';

/** The spans of one run. What goes wrong with them is a diagnostic of the run, and changes nothing else. */
export interface Telemetry<Event> {
  /** Starts to make spans of a run's events. */
  trace(events: AsyncIterable<Event>): void;
  /** Reports to the run what went wrong so far, and from then on. */
  reportTo(context: RunContext): void;
}

/** Prepares the spans of a run: without `api`, the installed module is loaded. Never rejects. */
export async function openTelemetry<Event>(
  options: TelemetryOptions,
  source: TelemetrySource<Event>,
): Promise<Telemetry<Event>> {
  const early: Diagnostic[] = [];
  let report = (diagnostic: Diagnostic): void => void early.push(diagnostic);
  const fail = (error: unknown): void => {
    const reason = messageOf(error);
    report({ code: 'telemetry_failed', message: `There are no spans any more: ${reason}` });
  };
  const api = await loadOpenTelemetry(options, source.loadApi).catch(fail);
  return {
    trace(events) {
      if (api !== undefined) void traceRun(events, api, options, source, fail);
    },
    reportTo(context) {
      report = (diagnostic) => {
        context.diagnose(diagnostic);
      };
      early.splice(0).forEach(report);
    },
  };
}

/** The module that spans are made with: the one passed in, or the installed one. */
async function loadOpenTelemetry(
  { api }: TelemetryOptions,
  load: () => Promise<OpenTelemetryLike>,
): Promise<OpenTelemetryLike> {
  if (api !== undefined) return api;
  try {
    return await load();
  } catch (error) {
    throw new RlmError(
      'The option telemetry needs the package @opentelemetry/api: install it, or pass its module as telemetry.api',
      { code: 'missing_dependency', cause: error },
    );
  }
}
