import { checkOptions, fields, rule } from '@rlm/repl-types/options';
import { callable, refuseOption } from '@rlm/repl-types/internal';

import type { IsolationDiagnostic } from '../process/isolation-missing.js';

/** How Monty is used. */
export interface MontyOptions {
  /** Absolute path of the `monty` worker. Default: the one of the optional peer dependency. */
  readonly worker?: string;
  /** Called once if the operating system does not isolate the worker, with what is missing. Default: ignored. */
  readonly onDiagnostic?: (diagnostic: IsolationDiagnostic) => void;
}

/** Checks options; throws a InvalidOptionError. */
export function resolveOptions(options: MontyOptions): MontyOptions {
  const worker = rule(
    'an absolute path',
    (value) => typeof value === 'string' && value.startsWith('/'),
  );
  checkOptions(options, fields<MontyOptions>({ worker, onDiagnostic: callable }), refuseOption);
  return Object.freeze({ ...options });
}
