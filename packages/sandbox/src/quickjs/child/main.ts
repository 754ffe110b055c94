import { serve } from '../../process/inside/serve.js';
import { loadInterpreter } from './interpreter.js';
import { Session } from './session.js';
import type { SessionOptions } from './session-options.js';

serve<SessionOptions>(async ({ options, parts }) => {
  const module = await loadInterpreter(parts['wasm'] ?? options.wasm, options.limits.memoryBytes);
  const { session, base } = await Session.open(module, options, parts);
  return { parts: base && { base }, run: () => session.run() };
});
