import { checkOptions, fields, rule } from '@rlm/repl-types/options';

import { refuseOption } from '../supervisor/refuse-option.js';

/** How Monty is used. */
export interface MontyOptions {
  /** Absolute path of the `monty` worker. Default: the one of the optional peer dependency. */
  readonly worker?: string;
}

/** Checks options; throws a SandboxError of code `invalid_option`. */
export function resolveOptions(options: MontyOptions): MontyOptions {
  const worker = rule(
    'an absolute path',
    (value) => typeof value === 'string' && value.startsWith('/'),
  );
  checkOptions(options, fields<MontyOptions>({ worker }), refuseOption);
  return Object.freeze({ ...options });
}
