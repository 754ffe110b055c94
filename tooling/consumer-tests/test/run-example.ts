import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { startOpenAiServer } from '../../../apps/playground/test/models/openai-server.js';
import { runNode, type Consumer } from './consumer.js';
import type { ExampleProcess } from './example-process.js';
import type { ExampleScript } from './example-scripts.js';
import type { Example } from './markdown-examples.js';

/** Where an example is saved in its project: the examples of a document lie side by side. */
export const placeOf = ({ document, file }: Example): string =>
  `${document.toLowerCase().replaceAll(/\W+/g, '-')}/${file}`;

/** The endpoint that the examples name. */
const endpoint = 'http://127.0.0.1:11434/v1';

/** What only a process of its own can give an example: its streams, environment and end, or a test runner. */
const needsProcess = /process\b|node:test|vitest/;

/** Whether every example gets a process of its own, as `npm run heavy` asks for. */
const runsApart = process.env['RLM_PROJECTS'] === 'apart';

/** What came of an example. */
interface Played {
  /** The lines that it printed, without empty ones. */
  readonly printed: readonly string[];
  /** How often it asked the model. */
  readonly requests: number;
}

/**
 * Runs a compiled example in its project, with a server on this machine in the place of its endpoint, or, where
 * there are no replies, an address at which none listens. It runs in the shared process if it asks nothing of a process of
 * its own, and is not one that a README shows first.
 */
export async function runExample(
  { directory }: Consumer,
  example: Example,
  { replies, files = {} }: ExampleScript,
  shared: ExampleProcess,
): Promise<Played> {
  const place = placeOf(example);
  const folder = join(directory, dirname(place));
  const compiled = join(directory, 'out', place.replace(/\.ts$/, '.js'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const server = await startOpenAiServer(replies ?? []);
  try {
    if (replies === undefined) await server.close();
    const script = compiled.replace(/\.js$/, '.run.js');
    const code = await readFile(compiled, 'utf8');
    await writeFile(script, code.replace(endpoint, server.baseUrl));
    const isShownFirst = example.isFirst && example.document.endsWith('README.md');
    const isApart = needsProcess.test(code) || isShownFirst || runsApart;
    const output = isApart ? await runNode(folder, [script]) : await shared.run(folder, script);
    return {
      printed: output.split('\n').filter((line) => line !== ''),
      requests: server.requests.length,
    };
  } finally {
    if (replies !== undefined) await server.close();
  }
}
