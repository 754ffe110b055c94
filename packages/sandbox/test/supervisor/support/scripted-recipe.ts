import type { ScriptedStep } from '../../../src/scripted/index.js';
import type { Engine, EngineRecipe, EngineStart } from '../../../src/engine.js';
import { ScriptedEngine } from '../../../src/scripted/engine.js';

/** A recipe of scripted guests that a test can tamper with. */
export interface ScriptedRecipe extends EngineRecipe {
  /** What each guest was started with, in order. */
  readonly starts: EngineStart[];
  /** Guests that have started, and were not killed. */
  alive(): number;
}

/** How a recipe differs from that of `scripted`. */
export interface ScriptedRecipeOptions {
  /** The steps of the guest that is started as this one, from 0; default: the same for all. */
  readonly steps?: (nth: number) => readonly ScriptedStep[];
  /** Done to each guest before the supervisor gets it; a promise holds its start up. */
  readonly change?: (engine: Engine, nth: number, start: EngineStart) => void | Promise<void>;
  /** Whether it has snapshots; default false. */
  readonly snapshot?: boolean;
}

/** Makes a {@link ScriptedRecipe}. */
export function scriptedRecipe(
  steps: readonly ScriptedStep[],
  { steps: stepsOf = () => steps, change, snapshot = false }: ScriptedRecipeOptions = {},
): ScriptedRecipe {
  const starts: EngineStart[] = [];
  const living = new Set<Engine>();
  return {
    name: 'tampered',
    language: 'python',
    isolation: 'none',
    capabilities: { snapshot, survivesTimeout: true, concurrentCalls: true },
    instructions: () => '',
    probe: () => Promise.resolve({ ok: true }),
    build: () => Promise.resolve('1'),
    starts,
    alive: () => living.size,
    async start(start) {
      const nth = starts.push(start) - 1;
      const engine = new ScriptedEngine(stepsOf(nth), {}, start);
      const kill = engine.kill.bind(engine);
      living.add(engine);
      engine.kill = async () => {
        living.delete(engine);
        await kill();
      };
      await change?.(engine, nth, start);
      return engine;
    },
  };
}

/** A guest that does not listen: what hangs in it must be killed. */
export function deafen(engine: Engine): void {
  engine.interrupt = () => undefined;
}

/** A promise that a test settles. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
