import { RlmError } from '@rlm/repl-types';

import { startOnce } from '../host/start-once.js';
import type { SandboxBackend } from '../contract/session.js';
import type { Planned } from './plan.js';
import { startEngine } from './start-engine.js';

/** Starts a guest as planned and ends it: only that shows that namespaces and filters are allowed here. */
export async function probeEngine(planned: Planned): ReturnType<SandboxBackend['probe']> {
  if (!planned.ok) return planned;
  try {
    await startOnce((how) => startEngine(planned.plan, how));
    return { ok: true };
  } catch (error) {
    const reason = RlmError.isInstance(error) ? error.message : String(error);
    const hint = 'user namespaces must be allowed (containers and some distributions forbid them)';
    return { ok: false, reason, hint };
  }
}
