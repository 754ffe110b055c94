import type { SandboxBackend } from '@rlm/sandbox';

import { backends } from '../../../sandbox/test/support/backends.js';
import { sharedPython } from '../support/shared-python.js';

/** A backend, with why it cannot run code here; empty if it can. */
export interface TriedBackend {
  readonly backend: SandboxBackend;
  readonly reason: string;
}

const all = backends.map((create) => create());
const usual = all.filter(
  ({ language }, index) => all.findIndex((each) => each.language === language) === index,
);

/** The backends that run everywhere, one for each language. */
export function usualBackends(): Promise<readonly TriedBackend[]> {
  return Promise.all(
    usual.map((each) => tried(each.language === 'python' ? sharedPython(each) : each)),
  );
}

/** All others, for heavy tests. */
export function otherBackends(): Promise<readonly TriedBackend[]> {
  return Promise.all(all.filter((each) => !usual.includes(each)).map(tried));
}

async function tried(backend: SandboxBackend): Promise<TriedBackend> {
  const probe = await backend.probe();
  return { backend, reason: probe.ok ? '' : probe.reason };
}
