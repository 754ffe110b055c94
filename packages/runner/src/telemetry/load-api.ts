import { RlmError } from '@rlm/repl-types';

import type { OpenTelemetryLike, TelemetryOptions } from '../options/telemetry-options.js';

/** The module that spans are made with: the one passed in, or the installed one. */
export async function loadOpenTelemetry(options: TelemetryOptions): Promise<OpenTelemetryLike> {
  if (options.api !== undefined) return options.api;
  try {
    return await import('@opentelemetry/api');
  } catch (error) {
    throw new RlmError(
      'telemetry needs the package @opentelemetry/api: install it, or pass its module as telemetry.api',
      { code: 'missing_dependency', cause: error },
    );
  }
}
