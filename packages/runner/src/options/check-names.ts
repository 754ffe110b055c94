import type { StandardSchema } from '@rlm/kernel';
import { InvalidOptionError } from '@rlm/repl-types';
import { describeValue } from '@rlm/repl-types/internal';
import { isListed, listTools } from '@rlm/kernel/internal';
import { findNameFault } from '@rlm/sandbox/internal';

import { replFunctions } from '../repl-functions.js';
import { dialectNames } from './dialects.js';
import type { RlmOptions } from './run-options.js';

/** Names that the REPL itself defines, beside those of the dialects. */
const reservedNames: readonly string[] = Object.freeze([...replFunctions, 'console']);

type Options = RlmOptions<StandardSchema | undefined>;

/** Throws `InvalidOptionError` when a context or a tool has a name that the REPL cannot give it. */
export function checkNames({
  context,
  contexts,
  dialects,
  sandbox,
  tools = [],
}: Pick<Options, 'context' | 'contexts' | 'dialects' | 'sandbox' | 'tools'>): void {
  if (context !== undefined && contexts !== undefined) {
    throw new InvalidOptionError(
      'contexts',
      'there is a context too; give one of them, or put it into contexts',
    );
  }
  const taken = new Set([...reservedNames, ...dialectNames(dialects)]);
  const own = contexts ?? (context === undefined ? {} : { context });
  const names = [
    ...Object.keys(own).map((name) => ['contexts', name] as const),
    ...listTools(tools).map(({ name }, index) => {
      const option = isListed(tools) ? `tools[${String(index)}].name` : `tools.${name}`;
      return [option, name] as const;
    }),
  ];
  for (const [option, name] of names) {
    const problem = taken.has(name)
      ? `the REPL has something else of the name ${describeValue(name)}; choose another`
      : findNameFault(name, sandbox.language);
    if (problem !== undefined) throw new InvalidOptionError(option, problem);
    taken.add(name);
  }
}
