import { SandboxError } from '../../contract/errors.js';
import type { Backend, Child, ChildExit, ChildOptions } from '../../contract/backend.js';
import type { HostFrame } from '../../contract/frames.js';
import type { Engine, EngineRecipe } from './engine.js';

/** A backend whose children are the engines of a recipe. */
export function childrenOf(recipe: EngineRecipe, sessionBytes?: number): Backend {
  return {
    name: recipe.name,
    language: recipe.language,
    get isolation() {
      return recipe.isolation;
    },
    capabilities: recipe.capabilities,
    textMemory: recipe.textMemory,
    sessionBytes,
    instructions: () => recipe.instructions(),
    probe: () => recipe.probe(),
    find: async (limits) => recipe.find?.(limits),
    build: recipe.build && (async () => (await recipe.build?.()) ?? ''),
    spawn: (options) => new EngineChild(recipe, options),
  };
}

class EngineChild implements Child {
  readonly ready: Promise<void>;
  readonly exited: Promise<ChildExit>;
  readonly #options: ChildOptions;
  readonly #unwanted = new AbortController();
  readonly #starting: Promise<Engine>;
  #engine: Engine | undefined;
  #exit: (exit: ChildExit) => void = () => undefined;

  constructor(recipe: EngineRecipe, options: ChildOptions) {
    this.#options = options;
    const { onFrame, ...start } = options;
    this.exited = new Promise((resolve) => (this.#exit = resolve));
    const abortSignals = [this.#unwanted.signal, ...(start.abortSignal ? [start.abortSignal] : [])];
    const abortSignal = AbortSignal.any(abortSignals);
    const events = { onFrame, onExit: this.#exit };
    this.#starting = recipe.start({ ...start, abortSignal, events });
    this.ready = this.#starting.then((engine) => {
      this.#engine = engine;
    });
    this.ready.catch(() => undefined);
  }

  get takesPieces(): boolean {
    return this.#engine?.sendFile !== undefined;
  }

  send(frame: HostFrame): void {
    const engine = this.#engine;
    if (engine === undefined) return;
    if (frame.type === 'snapshot') void this.#snapshot(engine, frame.id, frame.maxBytes);
    else if (frame.type === 'set-file') engine.sendFile?.(frame);
    else if (frame.type === 'set-text') {
      const { text } = frame;
      if (typeof text === 'string') engine.send({ ...frame, text });
      else engine.sendFile?.({ ...frame, text });
    } else if (frame.type !== 'stop') engine.send(frame);
  }

  stop(): void {
    this.#engine?.interrupt('abort');
  }

  async kill(): Promise<void> {
    this.#unwanted.abort(new SandboxError('session_lost', 'the session was ended'));
    const engine = await this.#starting.catch(() => undefined);
    await engine?.kill();
    this.#exit({ kind: 'killed', reason: 'the session was ended by its host' });
  }

  async #snapshot(engine: Engine, id: number, maxBytes: number): Promise<void> {
    try {
      const bytes = await engine.snapshot?.(maxBytes);
      this.#options.onFrame({ type: 'image', id, bytes });
    } catch (cause) {
      // Its end is what matters, and is on its way.
      void engine.kill();
      this.#exit({ kind: 'crashed', reason: (cause as Error).message });
    }
  }
}
