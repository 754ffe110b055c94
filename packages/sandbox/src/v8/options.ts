import { refuseOption } from '@rlm/repl-types/internal';
import { checkOptions, fields } from '@rlm/repl-types/options';

import { commandRule } from '../host/command-rule.js';

/** How V8 is used. */
export interface V8Options {
  /** Command or absolute path of bubblewrap. Default: `bwrap`. */
  readonly bubblewrap?: string;
}

/** {@link V8Options} with their defaults. @throws InvalidOptionError */
export function resolveOptions(options: V8Options): Required<V8Options> {
  checkOptions(options, fields<V8Options>({ bubblewrap: commandRule }), refuseOption);
  return { bubblewrap: options.bubblewrap ?? 'bwrap' };
}
