import { SandboxError } from '../contract/errors.js';

/** How Monty is used. */
export interface MontyOptions {
  /** Absolute path of the `monty` worker. Default: the one of the optional peer dependency. */
  readonly worker?: string;
}

/** Checks options; throws a SandboxError of code `invalid_option`. */
export function resolveOptions(options: MontyOptions): MontyOptions {
  for (const name of Object.keys(options)) {
    if (name !== 'worker') {
      throw new SandboxError('invalid_option', `monty: unknown option ${name}; known: worker`);
    }
  }
  const { worker } = options;
  if (worker !== undefined && (typeof worker !== 'string' || !worker.startsWith('/'))) {
    throw new SandboxError('invalid_option', 'monty: worker must be an absolute path');
  }
  return Object.freeze({ ...options });
}
