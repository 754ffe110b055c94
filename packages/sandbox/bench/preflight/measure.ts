import type { SandboxBackend } from '../../src/index.js';
import {
  brokenCells,
  goodCells,
  type GoodCell,
  type Language,
} from '../../test/preflight/corpus.js';
import { functions, variables } from '../../test/preflight/environment.js';
import { lookAtJavaScript } from '../../test/preflight/look-javascript.js';
import { lookAtPython, type Looked } from '../../test/preflight/look-python.js';

/** What a look came to over the corpus of a language. */
export interface CorpusFigures {
  readonly language: Language;
  readonly good: number;
  readonly alarms: readonly string[];
  readonly broken: number;
  readonly caught: number;
  readonly refused: number;
  /** Cells that were caught, of those that were broken, by the way in which they were. */
  readonly byKind: Readonly<Record<string, string>>;
  readonly medianMs: number;
  readonly worstMs: number;
}

/** Looks at the whole corpus of a language. */
export function measureCorpus(language: Language, globals: readonly string[]): CorpusFigures {
  const good = goodCells(language);
  const broken = brokenCells(language);
  const look = language === 'python' ? lookAtPython : lookAtEach(globals);
  const ofGood = look(good.map(({ code }) => code));
  const ofBroken = look(broken.map(({ code }) => code));
  const isCaught = ([found]: Looked): boolean => found === null || found.length > 0;
  const isRefused = ([found]: Looked): boolean => found?.some((one) => one.isCertain) ?? true;
  const kinds = [...new Set(broken.map(({ kind }) => kind))];
  const times = [...ofGood, ...ofBroken].map(([, ms]) => ms).sort((one, other) => one - other);
  return {
    language,
    good: good.length,
    alarms: good.flatMap(({ title }, index) => (isCaught(ofGood[index] ?? [[], 0]) ? [title] : [])),
    broken: broken.length,
    caught: ofBroken.filter(isCaught).length,
    refused: ofBroken.filter(isRefused).length,
    byKind: Object.fromEntries(
      kinds.map((kind) => {
        const own = ofBroken.filter((_, index) => broken[index]?.kind === kind);
        return [kind, `${own.filter(isCaught).length} of ${own.length}`];
      }),
    ),
    medianMs: times[Math.floor(times.length / 2)] ?? 0,
    worstMs: times.at(-1) ?? 0,
  };
}

function lookAtEach(globals: readonly string[]): (codes: readonly string[]) => readonly Looked[] {
  const names = Object.keys(variables);
  return (codes) =>
    codes.map((code) => {
      const began = performance.now();
      const found = lookAtJavaScript(code, globals, names) ?? null;
      return [found, performance.now() - began];
    });
}

/** What a backend made of the cells that are right. */
export interface RunFigures {
  readonly cells: number;
  /** Cells that were refused, or of which something was found. */
  readonly alarms: readonly string[];
  /** Cells that did not end well, by their errors. */
  readonly failed: readonly string[];
  /** The median time of a cell. */
  readonly medianMs: number;
}

/** Runs the cells that are right in one session of a backend. */
export async function runGoodCells(
  backend: SandboxBackend,
  preflight: boolean,
): Promise<RunFigures> {
  const session = await backend.open({ functions, preflight });
  const alarms: string[] = [];
  const failed: string[] = [];
  const times: number[] = [];
  const cells: readonly GoodCell[] = goodCells(backend.language);
  try {
    for (const [name, value] of Object.entries(variables)) await session.set(name, value);
    for (const { title, code } of cells) {
      const began = performance.now();
      const { refused, diagnostics, success, error } = await session.execute(code);
      times.push(performance.now() - began);
      if (refused || diagnostics.length > 0) alarms.push(title);
      if (!success) failed.push(`${title}: ${error?.type ?? ''} ${error?.message ?? ''}`);
    }
  } finally {
    await session.close();
  }
  times.sort((one, other) => one - other);
  return { cells: cells.length, alarms, failed, medianMs: times[times.length >> 1] ?? 0 };
}
