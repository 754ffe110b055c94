import type { StandardSchema } from '@rlm/kernel';
import { definedFields, describeValue, refuseOption } from '@rlm/repl-types/internal';
import { isListed, listTools } from '@rlm/kernel/internal';
import { defaultBackend, findNameFault } from '@rlm/sandbox/internal';

import { replFunctions } from '../repl-functions.js';
import { dialectNames } from './dialects.js';
import type { RlmOptions } from './run-options.js';

/** Names that the REPL itself defines, beside those of the dialects. */
const reservedNames: readonly string[] = Object.freeze([...replFunctions, 'console']);

type Options = RlmOptions<StandardSchema | undefined>;

/**
 * Throws `InvalidOptionError` when a context or a tool has a name that the REPL cannot give it. `further`: names that the run uses.
 */
export function checkNames(
  {
    context,
    contexts,
    dialects,
    sandbox = defaultBackend,
    tools = [],
  }: Pick<Options, 'context' | 'contexts' | 'dialects' | 'sandbox' | 'tools'>,
  further: readonly string[] = [],
): void {
  if (context !== undefined && contexts !== undefined) {
    throw refuseOption({
      option: 'contexts',
      message: 'Expected context or contexts, got both. Put context into contexts.',
    });
  }
  const taken = new Set([...reservedNames, ...dialectNames(dialects), ...further]);
  const own = contexts ?? definedFields({ context });
  const names = [
    ...Object.keys(own).map((name) => ['contexts', name] as const),
    ...listTools(tools).map(({ name }, index) => {
      const option = isListed(tools) ? `tools[${String(index)}].name` : `tools.${name}`;
      return [option, name] as const;
    }),
  ];
  const toolNames = new Set<string>();
  for (const [option, name] of names) {
    const what = option === 'contexts' ? 'the name of a context' : option;
    const isTwice = option !== 'contexts' && toolNames.has(name);
    if (option !== 'contexts') toolNames.add(name);
    const message = isTwice
      ? `Two tools have the name ${JSON.stringify(name)}. Rename one with renamed().`
      : taken.has(name)
        ? `Expected ${what} to be a name that the REPL does not use, got ${describeValue(name)}. Choose another.`
        : findNameFault(name, sandbox.language, what);
    if (message !== undefined) throw refuseOption({ option, message });
    taken.add(name);
  }
}
