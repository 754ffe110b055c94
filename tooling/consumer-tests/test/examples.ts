import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { compile, importsOf, run, userEnv } from './project.js';
import { root } from './registry.js';

/** A program below `examples/`, with what its README says that it installs and prints. */
export function readExample(name: string) {
  const folder = join(root, 'examples', name);
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const [, installs = ''] = /^- Install: `npm install ([^`]+)`/m.exec(readme) ?? [];
  const [, prints = ''] = /^- Prints: `([^`]+)`/m.exec(readme) ?? [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  const imports = files.flatMap((file) => importsOf(readFileSync(join(folder, file), 'utf8')));
  return { name, folder, files, imports, installs: installs.split(' '), prints };
}
type Example = ReturnType<typeof readExample>;

export const examples: readonly Example[] = readdirSync(`${root}examples`, { withFileTypes: true })
  // Turbo keeps its logs in .turbo.
  .filter(({ name }) => existsSync(join(root, 'examples', name, 'README.md')))
  .map(({ name }) => readExample(name));

/** Copies an example into a project that has installed what its README says, and compiles it there, strictly. */
export async function compileExample(project: string, example: Example) {
  const folder = join(project, example.name);
  cpSync(example.folder, folder, { recursive: true });
  await compile(
    folder,
    readdirSync(folder).filter((file) => file.endsWith('.ts')),
  );
  return {
    /** Runs one of its files to the end, and returns what it printed. */
    run: (file: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) =>
      run(folder, ['node', '--test-reporter=tap', file, ...args], env),
    start: (file: string, env: NodeJS.ProcessEnv = {}) => start(folder, [file], env),
  };
}
export type Program = Awaited<ReturnType<typeof compileExample>>;

/** A program that runs until it is killed. */
export interface Started {
  /** Resolves with the first match in what it prints; rejects if it ends without one. */
  readonly says: (pattern: RegExp) => Promise<string>;
  readonly kill: () => Promise<void>;
}

/** Starts a program of Node.js. */
export function start(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv): Started {
  const child = spawn(process.execPath, args, { cwd, env: { ...userEnv, ...env } });
  const ended = once(child, 'close');
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => (printed += String(text)));
  return {
    async says(pattern) {
      for (;;) {
        const [found] = pattern.exec(printed) ?? [];
        if (found !== undefined) return found;
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`It ended without ${pattern.source}:\n${printed}`);
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended]);
      }
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
