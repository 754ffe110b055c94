/** How the rehearsal uses a package that it has installed by its name. */
export interface PackageProgram {
  /** What else its install line names. */
  readonly beside: readonly string[];
  readonly script: string;
  /** What the script prints; `VERSION` is the version that was published. */
  readonly prints: string;
}

const sandbox = ['@rlm/sandbox', 'quickjs-wasi'];

/** By the names of the packages that are libraries. A program that prints a version shows that the code has the one of its manifest. */
export const packagePrograms: Readonly<Record<string, PackageProgram>> = {
  '@rlm/repl-types': {
    beside: [],
    script: `
      import { REPLHistory } from '@rlm/repl-types';
      const history = new REPLHistory().append({ code: 'print(1)', output: '1' });
      console.log(history.length, history.latest(1)[0].output);`,
    prints: '1 1',
  },
  '@rlm/termination': {
    beside: [],
    script: `
      import { detectFinalInText } from '@rlm/termination';
      const { finalType, content } = detectFinalInText('All chunks are read.\\n\\nFINAL("42")');
      console.log(finalType, content);`,
    prints: 'direct 42',
  },
  '@rlm/policies': {
    beside: [],
    script: `
      import { actionResult, createPolicyRegistry, policyContext } from '@rlm/policies';
      const policy = createPolicyRegistry().getTermination('final_pattern', {});
      const result = actionResult({ actionType: 'text', output: 'It adds up. FINAL("42")' });
      const context = policyContext({ task: 'What is 6 * 7?', step: 1, maxSteps: 10 });
      console.log(policy.shouldTerminate(result, context).answer);`,
    prints: '42',
  },
  '@rlm/sandbox': {
    beside: ['quickjs-wasi'],
    script: `
      import { quickjs } from '@rlm/sandbox/quickjs';
      const session = await quickjs().open();
      const { finalOutput } = await session.execute('FINAL(6 * 7)');
      await session.close();
      console.log(finalOutput.answer);`,
    prints: '42',
  },
  '@rlm/kernel': {
    beside: [],
    script: `
      import { createBudget } from '@rlm/kernel';
      import { version } from '@rlm/kernel/internal';
      console.log(createBudget({ maxCalls: 3 }).remaining.calls, version);`,
    prints: '3 VERSION',
  },
  '@rlm/penguin-engine': {
    beside: ['@rlm/journal', '@rlm/kernel'],
    script: `
      import { readFileSync } from 'node:fs';
      import { jsonlStore } from '@rlm/journal/jsonl';
      import { scriptedModel } from '@rlm/kernel/testing';
      import { runResponse } from '@rlm/penguin-engine';
      const journal = await jsonlStore({ folder: 'runs' }).create({ runId: 'one' });
      const model = scriptedModel(['Hello, Ada.']);
      const { assistantResponse } = await runResponse({ model, prompt: 'I am Ada.', journal }).result;
      const [, version] = /"@rlm\\/penguin-engine":"([^"]+)"/.exec(readFileSync('runs/one.jsonl', 'utf8'));
      console.log(assistantResponse, version);`,
    prints: 'Hello, Ada. VERSION',
  },
  '@rlm/journal': {
    beside: ['@rlm/runner', ...sandbox],
    script: `
      import { memoryStore } from '@rlm/journal';
      import { runRlm } from '@rlm/runner';
      import { quickjs } from '@rlm/sandbox/quickjs';
      const store = memoryStore();
      const journal = await store.create({ runId: 'july' });
      const run = { sandbox: quickjs(), query: 'How many?', context: 'one two' };
      const model = () => '\`\`\`js\\nFINAL(context.split(" ").length)\\n\`\`\`';
      await runRlm({ ...run, model, journal }).result;
      const asked = () => { throw new Error('asked again'); };
      const again = await store.open('july');
      console.log((await runRlm({ ...run, model: asked, journal: again }).result).answer);`,
    prints: '2',
  },
  '@rlm/runner': {
    beside: ['@rlm/journal', ...sandbox],
    script: `
      import { readFileSync } from 'node:fs';
      import { jsonlStore } from '@rlm/journal/jsonl';
      import { runRlm } from '@rlm/runner';
      import { quickjs } from '@rlm/sandbox/quickjs';
      const journal = await jsonlStore({ folder: 'runs' }).create({ runId: 'one' });
      const model = () => '\`\`\`js\\nFINAL(context.split(" ").length)\\n\`\`\`';
      const run = runRlm({ model, sandbox: quickjs(), query: 'How many?', context: 'one two', journal });
      const { answer } = await run.result;
      const [, version] = /"@rlm\\/runner":"([^"]+)"/.exec(readFileSync('runs/one.jsonl', 'utf8'));
      console.log(answer, version);`,
    prints: '2 VERSION',
  },
  '@rlm/files': {
    beside: [],
    script: `
      import { writeFileSync } from 'node:fs';
      import { readContextFiles } from '@rlm/files';
      writeFileSync('note.txt', 'The comet came back.');
      console.log((await readContextFiles('note.txt')).context);`,
    prints: 'The comet came back.',
  },
  '@rlm/ui': {
    beside: ['@rlm/runner', ...sandbox],
    script: `
      import { runRlm } from '@rlm/runner';
      import { quickjs } from '@rlm/sandbox/quickjs';
      import { toResponse } from '@rlm/ui';
      const model = () => '\`\`\`js\\nFINAL("Ada")\\n\`\`\`';
      const text = await toResponse(runRlm({ model, sandbox: quickjs(), query: 'Who?' })).text();
      console.log(text.includes('"delta":"Ada"'));`,
    prints: 'true',
  },
  '@rlm/mcp': {
    beside: ['@modelcontextprotocol/sdk', ...sandbox],
    script: `
      import { Client } from '@modelcontextprotocol/sdk/client/index.js';
      import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
      import { createMcpServer } from '@rlm/mcp/server';
      import { quickjs } from '@rlm/sandbox/quickjs';
      const server = createMcpServer({ run: { model: () => 'FINAL(1)', sandbox: quickjs() }, roots: ['.'] });
      const client = new Client({ name: 'rehearsal', version: '1.0.0' });
      const [one, other] = InMemoryTransport.createLinkedPair();
      await Promise.all([server.connect(one), client.connect(other)]);
      const { tools } = await client.listTools();
      console.log(tools[0].name, client.getServerVersion().version);
      await server.close();
      process.exit();`,
    prints: 'ask VERSION',
  },
};
