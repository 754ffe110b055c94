import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { promiseSuite } from '@rlm/config/promise-suite';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { defaultLimits, type SandboxSession } from '../../src/index.js';
import { monty } from '../../src/monty/index.js';
import { describeWhere } from '../support/describe-where.js';

const backend = monty();
const probe = await backend.probe();

interface Bait {
  readonly secretFile: string;
  readonly folder: string;
}

const text = (value: string): string => JSON.stringify(value);

/** Python that sets `escaped` when it worked. */
const attempts: readonly (readonly [name: string, code: (bait: Bait) => string])[] = [
  ['reads the secret file', (b) => `escaped = "SECRET" in open(${text(b.secretFile)}).read()`],
  ['reads it in binary', (b) => `escaped = b"SECRET" in open(${text(b.secretFile)}, "rb").read()`],
  ['reads /etc/passwd', () => 'escaped = len(open("/etc/passwd").read()) > 0'],
  [
    'reads by a path that climbs',
    (b) => `escaped = len(open("../../../../.." + ${text(b.secretFile)}).read()) > 0`,
  ],
  [
    'reads by pathlib',
    (b) =>
      `from pathlib import Path\nescaped = "SECRET" in Path(${text(b.secretFile)}).read_text()`,
  ],
  [
    'asks pathlib whether it exists',
    (b) => `from pathlib import Path\nescaped = Path(${text(b.secretFile)}).exists()`,
  ],
  [
    'lists a folder by pathlib',
    (b) => `from pathlib import Path\nescaped = len(list(Path(${text(b.folder)}).iterdir())) > 0`,
  ],
  [
    'resolves a path',
    (b) => `from pathlib import Path\nescaped = Path(${text(b.folder)}).resolve().is_dir()`,
  ],
  [
    'reads the facts of a file',
    (b) => `from pathlib import Path\nescaped = Path(${text(b.secretFile)}).stat().st_size > 0`,
  ],
  ['writes a file', (b) => `open(${text(b.folder + '/written')}, "w").write("x")\nescaped = True`],
  ['appends to a file', (b) => `open(${text(b.secretFile)}, "a").write("x")\nescaped = True`],
  [
    'writes by pathlib',
    (b) =>
      `from pathlib import Path\nPath(${text(b.folder + '/written')}).write_text("x")\nescaped = True`,
  ],
  [
    'makes a folder',
    (b) => `from pathlib import Path\nPath(${text(b.folder + '/made')}).mkdir()\nescaped = True`,
  ],
  [
    'removes the secret',
    (b) => `from pathlib import Path\nPath(${text(b.secretFile)}).unlink()\nescaped = True`,
  ],
  [
    'renames the secret',
    (b) =>
      `from pathlib import Path\nPath(${text(b.secretFile)}).rename(${text(b.folder + '/other')})\nescaped = True`,
  ],
  ['reads its own memory map', () => 'escaped = len(open("/proc/self/maps").read()) > 0'],
  [
    'reads the environment of its parent',
    () => 'escaped = len(open("/proc/self/environ").read()) > 0',
  ],
  [
    'reads a variable of the environment',
    () => 'import os\nescaped = os.getenv("RLM_ESCAPE_SECRET") is not None',
  ],
  ['reads the whole environment', () => 'import os\nescaped = "RLM_ESCAPE_SECRET" in os.environ'],
  ['runs a shell', () => 'import os\nescaped = os.system("true") == 0'],
  ['lists by os', () => 'import os\nescaped = len(os.listdir("/")) > 0'],
  ['forks', () => 'import os\nescaped = os.fork() >= 0'],
  ['signals', () => 'import os\nos.kill(1, 0)\nescaped = True'],
  ['learns its process', () => 'import os\nescaped = os.getpid() > 0'],
  ['imports subprocess', () => 'import subprocess\nescaped = True'],
  ['imports socket', () => 'import socket\nescaped = True'],
  ['imports ctypes', () => 'import ctypes\nescaped = True'],
  ['imports urllib', () => 'import urllib.request\nescaped = True'],
  ['imports importlib', () => 'import importlib\nescaped = True'],
  ['imports builtins', () => 'import builtins\nescaped = builtins.eval("1") == 1'],
  ['imports gc', () => 'import gc\nescaped = len(gc.get_objects()) > 0'],
  ['imports inspect', () => 'import inspect\nescaped = True'],
  [
    'starts a program by asyncio',
    () => 'import asyncio\nescaped = asyncio.create_subprocess_exec is not None',
  ],
  [
    'opens a connection by asyncio',
    () => 'import asyncio\nescaped = asyncio.open_connection is not None',
  ],
  ['calls eval', () => 'escaped = eval("1 + 1") == 2'],
  ['calls exec', () => 'exec("escaped = True")'],
  ['calls compile', () => 'escaped = compile("1", "x", "eval") is not None'],
  ['calls __import__', () => 'escaped = __import__("os") is not None'],
  ['reads globals', () => 'escaped = len(globals()) > 0'],
  ['climbs to the subclasses', () => 'escaped = len(().__class__.__base__.__subclasses__()) > 0'],
  ['reads a class by getattr', () => 'escaped = len(getattr((), "__class__").__mro__) > 0'],
  ['reads the globals of a function', () => 'def f(): pass\nescaped = len(f.__globals__) > 0'],
  ['reads the code of a function', () => 'def f(): pass\nescaped = f.__code__ is not None'],
  [
    'reads the globals of a host function',
    () => 'f = llm_query\nescaped = f.__globals__ is not None',
  ],
  ['reads the owner of a builtin', () => 'escaped = print.__self__ is not None'],
  ['reads attributes by format', () => 'escaped = "class" in "{0.__class__.__mro__}".format(1)'],
  [
    'reads the frame of an exception',
    () =>
      'try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    escaped = e.__traceback__.tb_frame is not None',
  ],
  ['reads the loaded modules', () => 'import sys\nescaped = "os" in sys.modules'],
  [
    'reaches the bytes of stdout',
    () => 'import sys\nsys.stdout.buffer.write(b"forged")\nescaped = True',
  ],
  ['asks a type for its subclasses', () => 'escaped = len(type(1).__subclasses__()) > 0'],
  ['calls a function that the host did not give', () => 'escaped = secret_function() is not None'],
];

describeWhere(probe, 'monty: escapes', () => {
  const { memoryBytes } = defaultLimits;
  const promise = promiseSuite('escapes monty');
  let session: SandboxSession;
  let bait: Bait;

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rlm-escape-'));
    const secretFile = join(folder, 'secret.txt');
    await writeFile(secretFile, 'SECRET');
    process.env['RLM_ESCAPE_SECRET'] = 'SECRET';
    bait = { secretFile, folder };
    session = await backend.open({ functions: { llm_query: () => 'x' } });
  });
  afterAll(async () => {
    delete process.env['RLM_ESCAPE_SECRET'];
    await session.close();
    await rm(bait.folder, { recursive: true, force: true });
  });

  it.each(attempts)('%s: does not get out', async (name, code) => {
    const indented = code(bait)
      .split('\n')
      .map((line) => `    ${line}`)
      .join('\n');
    const attempt = `print("ran")\nescaped = False\ntry:\n${indented}\nexcept Exception as reason:\n    print("held:", reason)\nprint("ESCAPED" if escaped else "contained")`;
    const about = { backend: 'monty', name, memoryBytes };
    const { stdout } = await promise.run(about, () => session.execute(attempt));
    expect(stdout).toMatch(/^ran\n/);
    expect(stdout).toMatch(/\ncontained\n$/);
    expect(await readdir(bait.folder)).toEqual(['secret.txt']);
  });
});
