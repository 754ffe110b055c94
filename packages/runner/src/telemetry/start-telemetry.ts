import { loadOnce, messageOf } from '@rlm/repl-types/internal';
import type { Diagnostic, RunContext } from '@rlm/kernel';

import type { RlmEvent } from '../run/events.js';
import type { TelemetryOptions } from '../options/telemetry-options.js';

const tracing = /* @__PURE__ */ loadOnce(() => import('./trace-run.js'));

/** The spans of one run. What goes wrong with them is a diagnostic of the run, and changes nothing else. */
export interface Telemetry {
  /** Settles, never with an error, when it is known whether there are spans. */
  readonly ready: Promise<void>;
  /** Starts to make spans of a run's events. */
  trace(events: AsyncIterable<RlmEvent>): void;
  /** Gives the run what went wrong so far, and from then on. */
  reportTo(context: RunContext): void;
}

/** Prepares the spans of a run; an installed module is loaded. */
export function startTelemetry(options: TelemetryOptions): Telemetry {
  const early: Diagnostic[] = [];
  let report = (diagnostic: Diagnostic): void => void early.push(diagnostic);
  const fail = (error: unknown): void => {
    const reason = messageOf(error);
    report({ code: 'telemetry_failed', message: `There are no spans any more: ${reason}` });
  };
  const prepared = tracing()
    .then(async ({ loadOpenTelemetry, traceRun }) => {
      const api = await loadOpenTelemetry(options);
      return (events: AsyncIterable<RlmEvent>) => traceRun(events, api, options, fail);
    })
    .catch(fail);
  return {
    ready: prepared.then(() => undefined),
    trace(events) {
      void prepared.then((trace) => trace?.(events));
    },
    reportTo(context) {
      report = (diagnostic) => {
        context.diagnose(diagnostic);
      };
      early.splice(0).forEach(report);
    },
  };
}
