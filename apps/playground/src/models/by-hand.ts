import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { ModelFunction, ModelRequest } from '@rlm/penguin-engine/model';

import { UsageError } from '../usage-error.js';

/** How often it is looked whether a reply is there. */
const lookMs = 100;

/** What a model is asked and what it answers, as files of one folder. */
interface HandFiles {
  /** The request as data: `purpose`, `messages`, and what else was asked. */
  readonly json: string;
  /** The messages to read. */
  readonly text: string;
  /** Where the reply is looked for. */
  readonly reply: string;
}

/**
 * A model that is played through files: each request is written to `folder` as `001.prompt.json` and `001.prompt.txt`, and
 * answered by what is put at `001.reply.txt`; requests for sub-queries are `002.sub.prompt.txt`, for summaries
 * `003.summary.prompt.txt`. All are put in place by rename, so that nobody reads half of one; a reply should be too. A reply may
 * be there before its prompt; an empty file is none yet.
 *
 * @param say Told where a reply is waited for.
 * @throws {UsageError} Where the folder holds the prompts of another run, or cannot be made.
 */
export async function openByHand(
  folder: string,
  say: (text: string) => void,
): Promise<ModelFunction> {
  await requireFresh(folder);
  let count = 0;
  return async (request) => {
    count += 1;
    const files = namesOf(folder, count, request);
    await put(files.text, readable(request));
    await put(files.json, `${JSON.stringify(dataOf(request), null, 2)}\n`);
    say(`${files.text} waits for ${files.reply}`);
    return replyAt(files.reply, request.abortSignal);
  };
}

async function requireFresh(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    const prompt = (await readdir(folder)).find((name) => name.endsWith('.prompt.json'));
    if (prompt === undefined) return;
    throw new UsageError(
      `--by-hand needs a folder of its own for each run: ${folder} holds the prompts of another (${prompt})`,
    );
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--by-hand cannot use the folder ${folder}: ${(error as Error).message}`);
  }
}

function namesOf(folder: string, count: number, { purpose }: ModelRequest): HandFiles {
  const number = String(count).padStart(3, '0');
  const name = join(folder, purpose === 'root' ? number : `${number}.${purpose}`);
  return { json: `${name}.prompt.json`, text: `${name}.prompt.txt`, reply: `${name}.reply.txt` };
}

/** A signal is no data: JSON leaves it out. */
function dataOf(request: ModelRequest): Readonly<Record<string, unknown>> {
  return { ...request, abortSignal: undefined };
}

function readable({ messages }: ModelRequest): string {
  return messages.map(({ role, content }) => `===== ${role} =====\n${content}\n`).join('\n');
}

async function put(file: string, text: string): Promise<void> {
  await writeFile(`${file}.part`, text);
  await rename(`${file}.part`, file);
}

async function replyAt(file: string, signal: AbortSignal | undefined): Promise<string> {
  for (;;) {
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw error;
    });
    if (text !== '') return text;
    await wait(lookMs, undefined, { signal });
  }
}
