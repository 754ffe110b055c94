import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

import { addressesFolder } from '../addresses.js';
import { endpointLabel } from '../models/open-model.js';
import type { RunSpec } from '../runs/run-spec.js';
import type { Runs } from '../runs/runs.js';
import type { TaskSpec } from '../runs/task-spec.js';
import type { ContextFiles } from '../runs/text-files.js';

/** Where a run goes: all absolute paths, and an address. */
export interface SpecPlaces {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** The model and its address; undefined if no endpoint is asked. */
  readonly asks: string | undefined;
}

/** What a run that goes on reads and writes, and which address it asks. */
export function placesOf(spec: RunSpec | TaskSpec): SpecPlaces {
  const { model } = spec;
  const reads = spec.by === 'rlm task' ? [spec.folder] : pathsOf(spec.text);
  return {
    reads,
    writes: model.kind === 'by-hand' ? [model.folder] : [],
    asks: model.kind === 'endpoint' ? `${endpointLabel(model)} at ${model.baseUrl}` : undefined,
  };
}

function pathsOf(text: RunSpec['text']): readonly string[] {
  const parts: readonly ContextFiles[] = 'contexts' in text ? Object.values(text.contexts) : [text];
  return parts.flatMap(({ files }) => files.map(({ path }) => path));
}

/**
 * Those of some paths that lie outside of the current folder, once links are followed. The texts that the page keeps beside its runs, and
 * those that come with this program, do not count.
 */
export async function outsideOf(
  paths: readonly string[],
  { current, folder }: Pick<Runs, 'current' | 'folder'>,
): Promise<string[]> {
  const inside = [current, join(resolve(folder), 'texts'), addressesFolder()];
  const roots = await Promise.all(inside.map(realPlace));
  const outside: string[] = [];
  for (const path of new Set(paths)) {
    const place = await realPlace(path);
    if (!roots.some((root) => isWithin(root, place))) outside.push(path);
  }
  return outside;
}

function isWithin(root: string, place: string): boolean {
  const way = relative(root, place);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Where a path leads, once links are followed; of one that is not there, as far as there is something. */
async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(await realPlace(above), relative(above, path));
  }
}
