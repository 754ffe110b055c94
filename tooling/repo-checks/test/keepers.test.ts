import { describe, expect, it } from 'vitest';

import { filesBelow, read } from './workspace.js';

/** A test of a keeper, and words in it that name what is kept. */
type Test = readonly [file: string, words: string];

const runner = 'packages/runner/test';
const engine = 'packages/penguin-engine/test';
const kernel = 'packages/kernel/test';
const sandbox = 'packages/sandbox/test';
const jsonl = 'packages/journal/test/jsonl/record-files.test.ts';
const serve = 'apps/playground/test/serve';
const mcp = 'packages/mcp/test';
const sums = `${runner}/hostile/kept-bytes.heavy.test.ts`;

/** The tests of each row of the tables in docs/security.md. */
const rows: Readonly<Record<string, readonly Test[]>> = {
  'events for late readers; for each slow reader': [
    [`${kernel}/event-buffer.test.ts`, 'EventBuffer|events'],
    [sums, '100,000 events'],
  ],
  'a reply of a model': [[`${runner}/reply-length.test.ts`, 'maxReplyChars']],
  'blocks of one reply': [[sums, 'blocks of a reply: 5,000']],
  'native calls of one reply': [
    [`${engine}/modes/many-calls.test.ts`, 'native calls of one reply'],
  ],
  'tags and marks of one reply (agent loop)': [
    [`${engine}/actions/parse-actions.test.ts`, 'too_many_tags'],
  ],
  'what the model was shown, to find echoes': [
    ['packages/termination/test/shown/shown-marks.test.ts', 'createShownMarks'],
  ],
  'the question of a child run': [[`${runner}/turn/echoes.test.ts`, 'longer than a prompt may be']],
  'steps in the result': [[sums, 'steps: 200 turns']],
  'records of sub-queries and tools': [[sums, 'records of sub-queries: 6,000']],
  'answers that wait for their batch': [[sums, 'answers of a batch']],
  'variables in the result': [
    [`${runner}/kept/variables.test.ts`, 'variables in a result'],
    [`${runner}/kept/variables.heavy.test.ts`, 'maxKeptBytes.variables'],
  ],
  'turns that the model sees': [[`${runner}/kept/turns.test.ts`, 'maxKeptBytes.transcript']],
  'archived turns': [[`${runner}/kept/archive.heavy.test.ts`, 'maxKeptBytes.archive']],
  'messages of the agent loop': [[`${engine}/context-window/context-window.test.ts`, 'maxTokens']],
  'earlier questions of a lasting session': [[sums, 'forgets the oldest questions']],
  'texts that coverage has yet to read': [
    [`${runner}/kept/coverage.test.ts`, 'maxKeptBytes.unread'],
    [`${runner}/kept/coverage.heavy.test.ts`, 'let sub-queries wait'],
  ],
  'spans that are open (telemetry)': [
    [`${runner}/kept/spans.test.ts`, 'events-dropped'],
    [`${runner}/kept/spans.heavy.test.ts`, '100 calls as large as allowed'],
  ],
  'results that policies see': [[`${kernel}/kept.test.ts`, 'that policies see']],
  'what each ended run spent of a shared budget': [
    [`${kernel}/budget/budget.test.ts`, 'the last 10,000 runs'],
  ],
  'texts that `readContextFiles` reads at once': [
    ['packages/files/test/read-context-files.test.ts', 'reads no more than maxBytes'],
  ],
  diagnostics: [[`${kernel}/kept.test.ts`, 'the diagnostics of a run']],
  'action records of a turn, of a result (agent loop)': [
    [`${engine}/modes/kept-records.test.ts`, 'maxRecordBytes'],
  ],
  'the account of a budget in a store': [
    [`${kernel}/budget/budget-record.test.ts`, 'more owners than there may be'],
    [jsonl, 'keeps the last eight versions'],
  ],
  'the message of an error': [
    ['packages/repl-types/test/message-of.test.ts', 'keeps the head and the tail'],
  ],
  'a text in a part for `useChat`': [
    ['packages/ui/test/parts.test.ts', 'at most 16,000 characters'],
  ],
  'queries and code under way, for a reader of it': [
    ['packages/ui/test/parts.test.ts', 'whose ends never come'],
  ],
  'an answer of an endpoint that `rlm` asks': [
    ['apps/playground/test/models/endless-answers.test.ts', 'is read no further'],
  ],
  'answers to a running cell, kept to run it again': [
    [`${sandbox}/supervisor/rerun.test.ts`, 'whose answers took more than is kept'],
    [`${sandbox}/hostile/sums.heavy.test.ts`, '9,000 answers of 1 MB'],
  ],
  'the log of a session: code, answers, replaced values': [
    [`${sandbox}/supervisor/log/history.test.ts`, 'is bounded, but for the last value'],
    [`${sandbox}/hostile/many-calls.heavy.test.ts`, '4,000 small calls'],
  ],
  'answers that wait for their guest': [
    [`${sandbox}/supervisor/calls/sums.test.ts`, 'answers that their guest has not taken'],
  ],
  'answers of a batch; of calls that Python gathers': [
    [`${sandbox}/supervisor/calls/sums.test.ts`, 'the answers of a batch'],
    [`${sandbox}/supervisor/calls/host-calls.test.ts`, 'the answers of calls gathered at once'],
  ],
  'arguments of pending calls': [
    [`${sandbox}/supervisor/calls/pending-calls.test.ts`, 'createPendingCalls'],
  ],
  'records of calls in a result': [
    [`${sandbox}/supervisor/cell/kept-calls.test.ts`, 'with a bounded part of their texts'],
  ],
  'output of a cell': [[`${runner}/output.test.ts`, 'maxOutputChars']],
  '`_out` in the guest, whole': [
    ['packages/sandbox/src/conformance/cases/whole-output.ts', 'a million characters'],
  ],
  'snapshots that the sandbox takes on its own': [
    [`${sandbox}/supervisor/recovery/checkpoints.test.ts`, 'Checkpoints'],
  ],
  "a message of the engines' process: its JSON": [
    [`${sandbox}/process/forged.test.ts`, 'sends 60 MB of JSON'],
  ],
  'texts and bytes beside it': [
    [`${sandbox}/process/forged.test.ts`, 'announces 2 GiB of text'],
    [`${sandbox}/process/wire.test.ts`, 'refuse a length beyond all memory'],
  ],
  'what the process sends unasked; what a guest sends between two requests': [
    [`${sandbox}/process/forged.test.ts`, 'between two cells, a process that'],
  ],
  'diagnostics of a process': [[`${sandbox}/process/forged.test.ts`, 'passes on few diagnostics']],
  'native Python: one frame': [
    [`${sandbox}/cpython/support/hostile-cells.ts`, 'a forged frame, too long'],
  ],
  'callers that wait for a session of a pool': [
    [`${sandbox}/supervisor/pool/pool.test.ts`, 'refuses the next when as many wait as may'],
  ],
  'texts, counted as read, until no run has them': [
    [`${serve}/keepers.test.ts`, 'count by what is kept of them'],
  ],
  'one text': [
    [`${serve}/keepers.test.ts`, 'long texts fill the room of a client'],
    ['apps/playground/test/support/texts-in-memory.ts', 'most. characters'],
  ],
  'one run: events, its journal if in memory, prompts that wait for a person': [
    [`${serve}/runs-in-memory.test.ts`, 'keep so much each'],
  ],
  'all runs in memory, and texts of kept runs that are read again': [
    [`${serve}/runs-in-memory.test.ts`, 'read no text again that there is no room for'],
  ],
  'what a list remembers of runs that ended': [
    [`${serve}/list-memory.test.ts`, 'what a list remembers of runs that ended'],
  ],
  'runs under way': [[`${serve}/readers.test.ts`, 'are refused when all places are taken']],
  'readers and downloads': [[`${serve}/readers.test.ts`, 'are let in up to a number']],
  'what waits for one reader': [[`${serve}/keepers.test.ts`, 'wait with a part of an event']],
  'uploads under way': [[`${serve}/keepers.test.ts`, 'bodies that do not come to their end']],
  'exported pages until they are taken': [
    [`${serve}/keepers.test.ts`, 'wait to be taken up to a size'],
  ],
  'files that are read in a thread': [
    [`${serve}/read-apart.test.ts`, 'turns away who would wait too long'],
  ],
  'connections; requests on one that are not answered': [
    [`${serve}/keepers.test.ts`, 'close their connection when they are too many'],
    [`${serve}/connections.test.ts`, 'however many connections others open'],
  ],
  'a message of a client': [
    [`${mcp}/server/stdio.test.ts`, 'more than a message may have'],
    [`${mcp}/server/http.test.ts`, 'more than 4 MiB'],
  ],
  'clients over HTTP': [[`${mcp}/server/http.test.ts`, 'maxSessions']],
  'connections over HTTP; requests on one that are not answered': [
    [`${mcp}/server/http.test.ts`, 'keeps few connections'],
  ],
  'runs under way, with their texts': [
    [`${mcp}/server/ask.test.ts`, 'server_busy'],
    [`${mcp}/server/roots.test.ts`, 'maxBytes'],
  ],
  'a list of runs; the view of a run': [
    [`${mcp}/server/bounds.test.ts`, 'keeps little of many runs'],
    [`${mcp}/server/bounds.test.ts`, 'has replies up to a sum'],
  ],
  "the definitions of another server's tools, which are in each prompt": [
    [`${mcp}/client/hostile.test.ts`, 'is bounded in its sum'],
  ],
  'the tools of another server; a result': [
    [`${mcp}/client/hostile.test.ts`, 'more than 256 tools'],
    [`${mcp}/client/hostile.test.ts`, 'are refused if they are too large'],
  ],
};

/** The row that each budget in the sources is of. */
const budgets: Readonly<Record<string, keyof typeof rows>> = {
  'packages/kernel/src/events/event-buffer.ts': 'events for late readers; for each slow reader',
  'packages/kernel/src/loop/policy-desk.ts': 'results that policies see',
  'packages/penguin-engine/src/modes/act.ts': 'action records of a turn, of a result (agent loop)',
  'packages/penguin-engine/src/modes/opening.ts':
    'action records of a turn, of a result (agent loop)',
  'packages/files/src/read-files.ts': 'texts that `readContextFiles` reads at once',
  'packages/runner/src/reading/watch-coverage.ts': 'texts that coverage has yet to read',
  'packages/runner/src/session/variables.ts': 'variables in the result',
  'packages/runner/src/session/lasting-session.ts': 'earlier questions of a lasting session',
  'packages/sandbox/src/supervisor/calls/delivered-call.ts':
    'answers to a running cell, kept to run it again',
  'packages/sandbox/src/supervisor/calls/gathered-calls.ts':
    'answers of a batch; of calls that Python gathers',
  'packages/sandbox/src/supervisor/calls/batch.ts':
    'answers of a batch; of calls that Python gathers',
  'packages/sandbox/src/supervisor/guest/guest.ts':
    'what the process sends unasked; what a guest sends between two requests',
  'packages/sandbox/src/process/engine-process.ts':
    'what the process sends unasked; what a guest sends between two requests',
  'packages/mcp/src/server/runs/kept-runs.ts': 'a list of runs; the view of a run',
  'apps/playground/src/serve/client-quota.ts': 'uploads under way',
  'apps/playground/src/serve/runs/run-catalogue.ts': 'what a list remembers of runs that ended',
};

/** The row of each bound of `maxKeptBytes` (packages/runner/src/kept-bytes.ts), which has budgets too. */
const keptByRuns: Readonly<Record<string, keyof typeof rows>> = {
  steps: 'steps in the result',
  records: 'records of sub-queries and tools',
  batches: 'answers that wait for their batch',
  variables: 'variables in the result',
  transcript: 'turns that the model sees',
  archive: 'archived turns',
  earlier: 'earlier questions of a lasting session',
  unread: 'texts that coverage has yet to read',
};

/** The first cells of the tables about what is kept. */
function namedRows(): readonly string[] {
  const [, section = ''] = /^## What is kept\n(.*?)^## /ms.exec(read('docs/security.md')) ?? [];
  const cells = [...section.matchAll(/^\| (.+?) +\|/gm)].map(([, cell = '']) => cell);
  return cells.filter((cell) => cell !== 'what is kept' && !/^-+$/.test(cell));
}

describe('the keepers in docs/security.md', () => {
  it('each have a test', () => {
    expect(namedRows()).toEqual(Object.keys(rows));
  });

  it.each(Object.entries(rows))('%s: by a test that is there, and names it', (_, tests) => {
    expect(tests.length).toBeGreaterThan(0);
    for (const [file, words] of tests) expect(read(file)).toMatch(new RegExp(words));
  });
});

it('docs/security.md names limits as the options do', () => {
  const names = [
    ...read('docs/security.md').matchAll(/`\W*(\w+(?:Bytes|Chars|Calls|Nodes|Tokens|Ms|Steps))\b/g),
  ];
  const sources = ['packages', 'apps']
    .flatMap(filesBelow)
    .filter((path) => /\/src\/.*\.ts$/.test(path))
    .map(read)
    .join('\n');
  expect(names.length).toBeGreaterThan(10);
  const unknown = names
    .map(([, name = '']) => name)
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(sources));
  expect(unknown).toEqual([]);
});

describe('a budget of bytes', () => {
  it('is of a row: a new one needs a row, and a test', () => {
    const sources = ['packages', 'apps']
      .flatMap(filesBelow)
      .filter((path) => path.includes('/src/'));
    const users = sources.filter((path) =>
      / createByteQuota\(|[^ ]createByteQuota\(/.test(read(path)),
    );
    const own = ['packages/repl-types/src/byte-quota.ts', 'packages/runner/src/kept-bytes.ts'];
    const known = [...Object.keys(budgets), ...own];
    expect(users.filter((path) => path.endsWith('.ts')).sort()).toEqual(known.sort());
    expect(Object.values(budgets).filter((row) => !(row in rows))).toEqual([]);
  });

  it('of a run has its row', () => {
    const [, body = ''] =
      /maxKeptBytes[^{]*= Object\.freeze\(\{\n(.*?)^\}\)/ms.exec(
        read('packages/runner/src/kept-bytes.ts'),
      ) ?? [];
    const names = [...body.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name);
    expect(names.sort()).toEqual(Object.keys(keptByRuns).sort());
    expect(Object.values(keptByRuns).filter((row) => !(row in rows))).toEqual([]);
  });
});
