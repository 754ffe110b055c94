import { FinalVarNotFoundError } from '@rlm/termination';

import { describeError } from '../query/query-scope.js';
import type { SessionHost } from '../session/session-host.js';
import type { Notice } from './notice.js';
import type { ProseFinal } from './read-reply.js';

/** The value that a final in prose stands for, or why it stands for none. */
export async function resolveProseFinal(
  final: ProseFinal,
  host: SessionHost,
): Promise<{ readonly value: unknown } | { readonly notice: Notice }> {
  switch (final.type) {
    case 'direct':
      return { value: final.answer };
    case 'submit':
      return { value: final.fields };
    case 'variable':
      return resolveVariable(final.var, host);
  }
}

async function resolveVariable(
  name: string,
  host: SessionHost,
): Promise<{ readonly value: unknown } | { readonly notice: Notice }> {
  const names = [...(await host.variables()).keys()];
  const contexts = host.contexts.map((context) => context.name);
  if (!names.includes(name) && !contexts.includes(name)) {
    const { message } = new FinalVarNotFoundError(name, names);
    return { notice: { code: 'final_var_missing', message } };
  }
  try {
    return { value: await host.session.get(name) };
  } catch (error) {
    const message = `FINAL_VAR(${name}) could not be read: ${describeError(error).message}`;
    return { notice: { code: 'final_var_missing', message } };
  }
}
