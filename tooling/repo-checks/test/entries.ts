import { join } from 'node:path';

import ts from 'typescript';

import { read, root } from './workspace.js';

/** One name that an entry of a package exports, and what it stands for. */
interface Export {
  /** The entry as it is imported: `@rlm/sandbox/quickjs`. */
  readonly entry: string;
  readonly name: string;
  readonly symbol: ts.Symbol;
}

/** What some packages export. */
export interface Exports {
  readonly exports: readonly Export[];
  readonly checker: ts.TypeChecker;
}

/** Whether an entry is for the packages of this repository, and for nobody else. */
export const isInternal = (entry: string): boolean => entry.endsWith('/internal');

const known = new Map<string, Exports>();

/**
 * The exports of all entries of packages, as the compiler sees them in the sources. Test files of one worker share them: the compiler takes
 * three seconds of a processor.
 */
export function exportsOf(names: readonly string[]): Exports {
  const key = names.join();
  const found = known.get(key) ?? readExports(names);
  known.set(key, found);
  return found;
}

function readExports(names: readonly string[]): Exports {
  const entries = names.flatMap(entriesOf);
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      customConditions: ['@rlm/source'],
      noEmit: true,
    },
  );
  const checker = program.getTypeChecker();
  const exports = entries.flatMap(({ entry, file }) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${file} is no module`);
    return checker.getExportsOfModule(module).map((alias) => ({
      entry,
      name: alias.name,
      symbol: alias.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(alias) : alias,
    }));
  });
  return { exports, checker };
}

function entriesOf(name: string): { readonly entry: string; readonly file: string }[] {
  const { exports } = JSON.parse(read(`packages/${name}/package.json`)) as {
    exports: Record<string, string | Record<string, string>>;
  };
  return Object.entries(exports).flatMap(([path, entry]) =>
    typeof entry === 'string'
      ? []
      : [
          {
            entry: `@rlm/${name}${path.slice(1)}`,
            file: join(root, 'packages', name, entry['@rlm/source'] ?? ''),
          },
        ],
  );
}
