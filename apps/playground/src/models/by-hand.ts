import { mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { ModelFunction, ModelRequest } from '@rlm/kernel/model';

import { openOwnFile, putOwnFile, writeAndClose } from '../files/own-file.js';
import { readFileBytes } from '@rlm/files';
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

/** How a folder is used. */
interface ByHandOptions {
  /** Whether the run of the folder goes on: its unanswered questions are not asked again. */
  readonly isResumed?: boolean;
}

/**
 * A model that is played through files: each request is written to `folder` as `001.prompt.json` and `001.prompt.txt`, and
 * answered by what is put at `001.reply.txt`; requests for sub-queries are `002.sub.prompt.txt`, for summaries
 * `003.summary.prompt.txt`. All are put in place by rename, so that no reader sees half of one; write replies in the same way. A
 * reply may be there before its prompt; an empty file is not a reply yet. Only their owner can read prompts, and no link is
 * followed. `.taken` lists the replies that were taken.
 *
 * @param say Called with the file of a reply that the run waits for.
 * @throws {UsageError} If the folder holds the prompts of another run, or cannot be made.
 */
export async function openByHand(
  folder: string,
  say: (text: string) => void,
  { isResumed = false }: ByHandOptions = {},
): Promise<ModelFunction> {
  const before = await namesIn(folder);
  const prompts = before.filter((name) => name.endsWith('.prompt.json'));
  if (!isResumed && prompts[0] !== undefined) {
    throw new UsageError(
      `--by-hand needs a folder of its own for each run: ${folder} holds the prompts of another (${prompts[0]})`,
    );
  }
  const open = isResumed ? await openPrompts(folder, prompts) : new Map<string, HandFiles>();
  let count = Math.max(0, ...prompts.map((name) => Number.parseInt(name, 10)));
  return async (request) => {
    const data = dataOf(request);
    let files = open.get(data);
    open.delete(data);
    if (files === undefined) {
      count += 1;
      files = namesOf(folder, count, request);
      await putOwnFile(files.text, readable(request));
      await putOwnFile(files.json, data);
    }
    say(`${files.text} waits for ${files.reply}`);
    const reply = await replyAt(files.reply, request.abortSignal);
    await noteTaken(folder, files);
    return reply;
  };
}

/** Names the replies that were taken, one a line. */
const takenName = '.taken';

async function noteTaken(folder: string, { reply }: HandFiles): Promise<void> {
  await writeAndClose(await openOwnFile(join(folder, takenName), 'append'), `${basename(reply)}\n`);
}

/** The prompts whose replies were not taken, by what they ask. */
async function openPrompts(
  folder: string,
  prompts: readonly string[],
): Promise<Map<string, HandFiles>> {
  const taken = new Set((await readIfThere(join(folder, takenName))).split('\n'));
  const open = new Map<string, HandFiles>();
  for (const prompt of prompts) {
    const files = filesOf(join(folder, prompt.replace(/\.prompt\.json$/, '')));
    if (taken.has(basename(files.reply))) continue;
    open.set(await readIfThere(files.json), files);
  }
  return open;
}

/** The files of a folder, which is made if it is missing. */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return (await readdir(folder)).sort();
  } catch (error) {
    throw new UsageError(`--by-hand cannot use the folder ${folder}: ${(error as Error).message}`);
  }
}

function namesOf(folder: string, count: number, { purpose }: ModelRequest): HandFiles {
  const number = String(count).padStart(3, '0');
  return filesOf(join(folder, purpose === 'root' ? number : `${number}.${purpose}`));
}

function filesOf(name: string): HandFiles {
  return { json: `${name}.prompt.json`, text: `${name}.prompt.txt`, reply: `${name}.reply.txt` };
}

/** A signal is no data: JSON leaves it out. */
function dataOf(request: ModelRequest): string {
  return `${JSON.stringify({ ...request, abortSignal: undefined }, null, 2)}\n`;
}

function readable({ messages }: ModelRequest): string {
  return messages.map(({ role, content }) => `===== ${role} =====\n${content}\n`).join('\n');
}

async function replyAt(file: string, signal: AbortSignal | undefined): Promise<string> {
  for (;;) {
    const text = await readIfThere(file);
    if (text !== '') return text;
    await wait(lookMs, undefined, { signal });
  }
}

/** A file's text; of one that is not there, the empty text. */
async function readIfThere(file: string): Promise<string> {
  try {
    return Buffer.from(await readFileBytes(file, { followLinks: false })).toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
