import { appendFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { invalidOption } from '@rlm/config/options-suite';
import type { LongText } from '@rlm/sandbox';
import { cpython } from '@rlm/sandbox/cpython';
import { quickjs } from '@rlm/sandbox/quickjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { fileContext } from '../src/index.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rlm-file-context-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function fileOf(content: string | Uint8Array): Promise<string> {
  const path = join(folder, `${(files += 1)}.txt`);
  await writeFile(path, content);
  return path;
}
const textOf = async (content: string): Promise<LongText> => fileContext(await fileOf(content));

/** The same text, too large for a string by what it says of itself. */
const asLarge = (text: LongText): LongText => ({ ...text, width: 10_000 as 4 });

/** Characters of one to four bytes, over several blocks, with lines of all lengths. */
const mixed = Array.from(
  { length: 40_000 },
  (_, n) => `${n}: ${'aé€😀'.repeat(n % 7)}${n % 9000 === 0 ? ` rare ${n}` : ''}\n`,
).join('');

describe('fileContext', () => {
  it('measures a text as a string of it is measured', async () => {
    const found = await textOf(mixed);
    expect(found).toMatchObject({
      bytes: Buffer.byteLength(mixed),
      units: mixed.length,
      codePoints: Array.from(mixed).length,
      lines: 40_000,
      width: 4,
    });
    expect(mixed.startsWith(found.head)).toBe(true);
  });

  it.each([
    ['nothing', '', { lines: 0, bytes: 0, width: 1 }],
    ['no line end', 'a\nb', { lines: 2, codePoints: 3 }],
    [
      'a byte order mark, which is no part of it',
      '\ufeffone\n',
      { bytes: 4, lines: 1, head: 'one\n' },
    ],
    ['Latin-1', 'é'.repeat(10), { bytes: 20, codePoints: 10, width: 1 }],
    ['two bytes', '€', { width: 2 }],
  ])('measures %s', async (_, content, expected) => {
    expect(await textOf(content)).toMatchObject(expected);
  });

  it('takes a file URL, and follows a link once', async () => {
    const path = await fileOf('first');
    await symlink(path, join(folder, 'link'));
    expect((await fileContext(pathToFileURL(path))).bytes).toBe(5);
    expect((await fileContext(join(folder, 'link'))).bytes).toBe(5);
  });

  it.each([
    ['no file', () => join(folder, 'none'), /no such file/],
    ['a folder', () => folder, /a folder/],
    ['binary data', () => fileOf(new Uint8Array(100)), /binary/],
    ['another encoding', () => fileOf(Buffer.from('caf\u00e9'.repeat(10), 'latin1')), /not UTF-8/],
    [
      'half a character at its end',
      () => fileOf(Buffer.from('abc\u20ac').subarray(0, 5)),
      /not UTF-8/,
    ],
  ])('refuses %s', async (_, make, reason) => {
    await expect(fileContext(await make())).rejects.toThrow(reason);
  });

  it('is refused once the file was changed', async () => {
    const path = await fileOf('one');
    const text = await fileContext(path);
    await appendFile(path, 'two');
    await expect(text.open()).rejects.toThrow(/was changed/);
  });
});

describe('a session of a backend without files', () => {
  it('gets the text', async () => {
    await using session = await quickjs().open();
    await session.set('context', await textOf(mixed));
    expect(await session.get('context')).toBe(mixed);
  });
});

const probe = await cpython().probe();

const why = probe.ok ? '' : ` (skipped: ${probe.reason})`;

describe.skipIf(!probe.ok)(`a session of cpython${why}`, () => {
  it('reads the file itself, as a string', async () => {
    const text = await textOf(mixed);
    await using session = await cpython().open({ files: [text] });
    await session.set('context', text);
    const result = await session.execute('print(type(context).__name__, len(context))');
    expect(result.stdout.trim()).toBe(`str ${Array.from(mixed).length}`);
    expect(await session.get('context')).toBe(mixed);
  });

  it('gets the text of a file that was not announced', async () => {
    await using session = await cpython().open();
    await session.set('context', await textOf(mixed));
    expect(await session.get('context')).toBe(mixed);
  });

  it.each([
    ['of any characters', mixed],
    ['of ASCII', mixed.replace(/[^\n -~]/gu, 'x').repeat(3)],
  ])('reads a larger file, %s, as a string would be read', async (_, content) => {
    const text = asLarge(await textOf(content));
    await using session = await cpython().open({ files: [text] });
    await session.set('context', text);
    const result = await session.execute(compare);
    expect(result.error).toBeUndefined();
    expect(result.stdout.trim()).toBe(`FileText ${Array.from(content).length} the same`);
  });

  it('says what to use in place of what only a string has', async () => {
    const text = asLarge(await textOf(mixed));
    await using session = await cpython().open({ files: [text] });
    await session.set('context', text);
    const messages = [
      ['context.splitlines()', /is no str.*\.lines\(first, last\)/],
      ['for c in context: pass', /go through \.lines\(\)/],
      ['chunk(context)', /take \[start:end\] in a loop/],
      ['context[10**9]', /index out of range/],
    ] as const;
    for (const [code, reason] of messages) {
      expect((await session.execute(code)).error?.message, code).toMatch(reason);
    }
    expect((await session.execute('context')).value).toMatch(/^<FileText of [\d,]+ characters/);
  });

  it('sees nothing of the file but its content, and cannot write to it', async () => {
    const text = await textOf(mixed);
    await using session = await cpython().open({ files: [text] });
    await session.set('context', text);
    const { stdout } = await session.execute(`
import os
def attempt(work):
    try:
        return str(work())
    except OSError as error:
        return type(error).__name__
fd = [fd for fd in range(3, 64) if attempt(lambda: os.fstat(fd)) != 'OSError'][-1]
print(os.pread(fd, 3, 0) == context[:3].encode())
for work in (lambda: os.write(fd, b'x'), lambda: os.ftruncate(fd, 0), lambda: os.fchmod(fd, 0o777),
             lambda: os.readlink('/proc/self/fd/%d' % fd), lambda: os.open('/dev/fd/%d' % fd, os.O_RDONLY),
             lambda: os.open('..', os.O_RDONLY, dir_fd=fd), lambda: os.utime(fd)):
    print(attempt(work))`);
    const [reads, ...others] = stdout.trim().split('\n');
    expect(reads).toBe('True');
    for (const other of others) expect(other).toMatch(/Error$/);
    expect(others).toHaveLength(7);
    await (await text.open()).close();
  });

  it('refuses a file that was changed before it is set, and tells while it is read', async () => {
    const path = await fileOf(mixed);
    const text = asLarge(await fileContext(path));
    await using session = await cpython().open({ files: [text] });
    await session.set('context', text);
    await appendFile(path, 'more');
    expect((await session.execute('context[:5]')).error?.message).toMatch(/was changed/);
    await expect(session.set('other', text)).rejects.toThrow(/was changed/);
    await expect(cpython().open({ files: [text] })).rejects.toThrow(
      invalidOption('files[0]', 'was changed'),
    );
  });

  it('comes back with its file', async () => {
    const text = await textOf(mixed);
    await using session = await cpython().open({ files: [text] });
    await session.set('context', text);
    await session.execute('n = len(context)');
    await session.execute('import os; os._exit(1)');
    expect(await session.get('n')).toBe(Array.from(mixed).length);
  });
});

/** Compares what the object of a file answers with what a string of the same text does. */
const compare = `
import random, re
space = type(context).grep.__globals__
space['_window'], space['_around'] = 50_000, 3_000
text = context.read()
size, faults = len(text), []
def same(what, got, wanted):
    if got != wanted:
        faults.append((what, str(got)[:200], str(wanted)[:200]))
same('len', len(context), size)
random.seed(1)
for _ in range(200):
    a = random.randrange(-10, size + 10)
    b = a + random.choice([1, 7, 500, 100_000])
    same(('slice', a, b), context[a:b], text[a:b])
    if -size <= a < size:
        same(('item', a), context[a], text[a])
for at in (slice(None, 5), slice(-5, None), slice(0, 100, 7), slice(100, 0, -3), slice(None, -size + 3), slice(50, 40)):
    same(at, context[at], text[at])
for word in ('rare 9000', 'rare', '39999', 'not there', '1', '\\n', 'x', ''):
    for span in ((), (1000,), (1000, size - 1000), (size - 3,), (size,)):
        same(('find', word, span), context.find(word, *span), text.find(word, *span))
        same(('rfind', word, span), context.rfind(word, *span), text.rfind(word, *span))
        same(('count', word, span), context.count(word, *span), text.count(word, *span))
    same(('in', word), word in context, word in text)
all_lines = text.split('\\n')[:-1]
same('lines', list(context.lines()), all_lines)
for first, last in ((1, 3), (39_990, None), (20_000, 20_010), (10**9, None)):
    same(('lines', first, last), list(context.lines(first, last)), all_lines[first - 1 : last])
    same(('helper lines', first), lines(context, first, last), lines(text, first, last))
for pattern, options in ((r'rare \\d+', {}), (r'^1\\d*: ', {'max': 1000}), ('rare', {'before': 1, 'after': 2}),
        (r'\\d+:.*\\n\\d+:.* rare', {'context': 5}), ('RARE', {'ignore_case': True}), ('.', {'literal': True}), (r'$', {'max': 3}),
        (r'(?s)9000:.{500}', {'context': 0})):
    same(('grep', pattern), grep(context, pattern, **options), grep(text, pattern, **options))
    same(('grep', pattern), context.grep(pattern, **options), grep(text, pattern, **options))
print(type(context).__name__, size, faults or 'the same')`;
