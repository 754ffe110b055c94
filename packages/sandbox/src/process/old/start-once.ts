import type { Engine, EngineStart } from './engine.js';
import { defaultLimits } from '../../contract/limits.js';

/** Starts an engine with the usual limits and ends it: only that shows that it can work here. */
export async function startOnce(start: (how: EngineStart) => Promise<Engine>): Promise<void> {
  const engine = await start({
    functions: [],
    dialects: [],
    limits: defaultLimits,
    seed: '',
    events: { onFrame: () => undefined, onExit: () => undefined },
  });
  await engine.kill();
}
