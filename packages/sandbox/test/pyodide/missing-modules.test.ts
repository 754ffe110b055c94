import { describe, expect, it } from 'vitest';

import { openPython, python } from './support/open-python.js';

/** Imports every public module that this Python knows by name, and those of its packages. */
const importAll = `
import importlib, pkgutil, sys

def can_import(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None

jokes_and_tests = {"antigravity", "this", "test", "lib2to3", "turtledemo", "pydoc_data"}
of_other_systems = {"msvcrt", "nt", "winreg", "winsound"}
missing = []
for name in sorted(sys.stdlib_module_names - jokes_and_tests - of_other_systems):
    if name.startswith("_"):
        continue
    package = can_import(name)
    if package is None:
        missing.append(name)
        continue
    inner = [i.name for i in pkgutil.iter_modules(getattr(package, "__path__", []))]
    missing.extend(f"{name}.{i}" for i in inner if not i.startswith("_") and not can_import(f"{name}.{i}"))
FINAL(missing)
`;

/**
 * Modules of the standard library that cells cannot import: their purpose does not exist here, or they need a module
 * that is missing.
 */
const missingModules: readonly string[] = [
  'ctypes',
  'curses',
  'dbm',
  'doctest',
  'ensurepip',
  'ftplib',
  'grp',
  'http.client',
  'http.cookiejar',
  'http.server',
  'idlelib',
  'imaplib',
  'logging.config',
  'logging.handlers',
  'mailbox',
  'multiprocessing',
  'pdb',
  'poplib',
  'pwd',
  'readline',
  'resource',
  'smtplib',
  'socket',
  'socketserver',
  'ssl',
  'subprocess',
  'syslog',
  'tkinter',
  'turtle',
  'urllib.request',
  'urllib.robotparser',
  'venv',
  'webbrowser',
  'wsgiref.simple_server',
  'xmlrpc.client',
  'xmlrpc.server',
];

/** Parts of packages that no cell has use for. */
const unusable = new Set([
  'asyncio.proactor_events',
  'asyncio.tools',
  'asyncio.windows_events',
  'asyncio.windows_utils',
  'concurrent.interpreters',
  'encodings.mbcs',
  'encodings.oem',
]);

describe('missing modules', () => {
  it('are those of the standard library that are known to be, and no others', async () => {
    await using session = await openPython({ limits: { cellMs: 120_000 } });
    const { finalOutput } = await session.execute(importAll);
    const { answer } = finalOutput as { readonly answer: readonly string[] };
    expect(answer.filter((name) => !unusable.has(name))).toEqual(missingModules);
  });

  it('are named to the model, those that are sought most, and that there are no time zones', async () => {
    const told = python.instructions();
    const [, named = ''] = /\(([\w., ]+) \.\.\.\)/.exec(told) ?? [];
    expect(named.split(', ').length).toBeGreaterThan(5);
    for (const name of named.split(', ')) expect(missingModules).toContain(name);
    expect(told).toMatch(/\bzoneinfo .*no data\b/);
    await using session = await openPython();
    const { error } = await session.execute(
      'from zoneinfo import ZoneInfo\nZoneInfo("Europe/Berlin")',
    );
    expect(error?.message).toContain('use datetime.timezone');
  });
});
