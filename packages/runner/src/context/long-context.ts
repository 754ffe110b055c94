import { headOf } from '@rlm/repl-types/internal';
import { REPLVariable, type ReplLanguage, ContextError } from '@rlm/repl-types';
import type { LongText, SandboxBackend } from '@rlm/sandbox';
import { isHeldAsString, readLongText } from '@rlm/sandbox/internal';

import { isFile } from './is-source.js';

/** The session that a text in a file is for. */
export interface FileReader {
  readonly sandbox: SandboxBackend;
  readonly memoryBytes: number;
  /** Whether its session is open already, and so gets no further files to read by itself. */
  readonly isOpen: boolean;
}

const previewChars = REPLVariable.PREVIEW_LENGTH;

/** What the model must know of a text that is no string. */
const usage =
  'It stays in its file and is no str: re and the methods of str refuse it. len(x), x[a:b], x.read(a, b), x.find(text, a, b), x.count(text), text in x, for line in x.lines(first, last), grep(x, pattern) and lines(x, first, last) work, with offsets in characters; take parts for the rest.';

/** Whether guests get a text as an object that reads from its file. */
export function staysInFile(text: LongText, { sandbox, memoryBytes }: FileReader): boolean {
  return sandbox.capabilities.files === true && isFile(text) && !isHeldAsString(text, memoryBytes);
}

/**
 * Describes the variable that a text in a file becomes.
 *
 * @throws ContextError for one that must stay in its file, if the session is open already
 */
export function describeFile(
  { name, description, constraints }: Pick<REPLVariable, 'name' | 'description' | 'constraints'>,
  text: LongText,
  reader: FileReader,
): REPLVariable {
  const isObject = staysInFile(text, reader);
  if (isObject && reader.isOpen) {
    throw new ContextError(
      name,
      `its file is too large for a string (${text.bytes} bytes), and this session is open already: pass it with the first question`,
    );
  }
  const { head, codePoints, units } = text;
  return new REPLVariable({
    name,
    typeName: isObject ? 'FileText' : nameOfText[reader.sandbox.language],
    description,
    constraints: isObject
      ? [constraints, usage].filter((each) => each !== '').join(' ')
      : constraints,
    totalLength: reader.sandbox.language === 'python' ? codePoints : units,
    preview: head.length <= previewChars ? head : `${headOf(head, previewChars).trimEnd()}...`,
  });
}

const nameOfText: Readonly<Record<ReplLanguage, string>> = { python: 'str', javascript: 'string' };

/** The whole text, for a backend whose sessions take no texts in files. */
export async function readWhole(name: string, text: LongText): Promise<string> {
  try {
    return await readLongText(text);
  } catch (error) {
    throw new ContextError(name, `reading it failed: ${String(error)}`, error);
  }
}
