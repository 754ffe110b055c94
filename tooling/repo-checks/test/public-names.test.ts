import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

import { Application, Logger, LogLevel, ReflectionKind, type DeclarationReflection } from 'typedoc';
import { beforeAll, describe, expect, it } from 'vitest';

import { root } from './workspace.js';

const packages = `${root}packages/`;

interface Entry {
  /** As it is imported: `@rlm/sandbox/quickjs`. */
  readonly name: string;
  /** Below `packages/`. */
  readonly source: string;
}

/** The public entries of all packages; `/internal` is for our own packages only. */
const entries = readdirSync(packages).flatMap((folder): Entry[] => {
  const manifest = readFileSync(`${packages}${folder}/package.json`, 'utf8');
  const { name, exports } = JSON.parse(manifest) as {
    readonly name: string;
    readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  };
  return Object.entries(exports).flatMap(([path, entry]) =>
    typeof entry === 'string' || path === './internal'
      ? []
      : [{ name: name + path.slice(1), source: posix.join(folder, entry['@rlm/source'] ?? '') }],
  );
});

/** What TypeDoc finds wrong. */
class Faults extends Logger {
  readonly found = new Set<string>();
  override log(message: string, level: LogLevel): void {
    if (level >= LogLevel.Warn) this.found.add(message);
  }
}

const faults = new Faults();
let modules: readonly DeclarationReflection[] = [];

beforeAll(async () => {
  const app = await Application.bootstrap({
    entryPoints: entries.map(({ source }) => packages + source),
    tsconfig: `${root}tooling/repo-checks/tsconfig.packages.json`,
    basePath: packages,
    readme: 'none',
    // Where sources are in a repository is nothing to check: a checkout may have no remote.
    disableSources: true,
    // The packages check their types themselves.
    skipErrorChecking: true,
    validation: { invalidLink: true, notDocumented: false, notExported: true },
  });
  app.logger = faults;
  const project = await app.convert();
  if (project === undefined) throw new Error([...faults.found].join('\n'));
  // TypeDoc asks only of types of the project's own package whether they are exported.
  for (const folder of readdirSync(packages)) {
    project.packageName = `@rlm/${folder}`;
    app.validate(project);
  }
  modules = project.children ?? [];
});

/** The names of an entry, a line each, as an import of them would be written. */
function namesOf({ name, source }: Entry): string {
  const path = source.replace(/(\/index)?\.ts$/, '');
  const children = modules.find((module) => module.name === path)?.children ?? [];
  const names = children.map((child) => {
    const { kind } = child.isReference() ? child.getTargetReflectionDeep() : child;
    return (kind & ReflectionKind.SomeType) === 0 ? child.name : `type ${child.name}`;
  });
  return [name, ...[...new Set(names)].sort().map((each) => `  ${each}`)].join('\n');
}

describe('the public entries', () => {
  // `pnpm exec vitest run -u` writes the file anew. What a new name is for stands in the changeset.
  it('export the names in docs/public-names.txt', async () => {
    const text = `${entries.map(namesOf).join('\n\n')}\n`;
    await expect(text).toMatchFileSnapshot(`${root}docs/public-names.txt`);
  });

  it('export every type that their signatures name, and link to what is there', () => {
    expect([...faults.found]).toEqual([]);
  });
});
