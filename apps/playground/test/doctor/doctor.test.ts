import { tmpdir } from 'node:os';

import { describe, expect, it } from 'vitest';

import { renderReport } from '../../src/doctor/render-report.js';
import type { Report } from '../../src/doctor/examine.js';
import { styleFor } from '../../src/render/style.js';
import { answering, startServer } from '../models/loopback-server.js';
import { endpoint } from '../support/notes-folder.js';
import { runCommand } from '../support/run-command.js';

const plain = styleFor({ write: () => undefined }, {});

describe('rlm doctor', () => {
  it('tells what rlm ask would take, and never a key', async () => {
    const server = await startServer(answering(200, '{"data":[{"id":"tiny-chat"}]}'));
    try {
      const environment = { RLM_BASE_URL: server.baseUrl, RLM_API_KEY: 'secret-key' };
      const { code, stdout, stderr } = await runCommand(tmpdir(), ['doctor', '--json'], {
        environment,
      });
      const report = JSON.parse(stdout) as Report;
      expect(report).toMatchObject({
        node: { version: process.versions.node, ok: true },
        model: { id: 'tiny-chat', server: 'endpoint' },
        keys: ['RLM_API_KEY'],
        missing: [],
      });
      expect(report.endpoints).toHaveLength(5);
      expect(report.backends[0]).toMatchObject({
        name: 'quickjs',
        language: 'javascript',
        ok: true,
      });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).not.toContain('secret');
    } finally {
      await server.close();
    }
  });

  it('lists all models of an endpoint that is named, those that talk first', async () => {
    const ids = ['nomic-embed', 'qwen3', 'a\u001B[2Jb', 'c', 'd', 'e', 'f'];
    const data = ids.map((id) => ({ id }));
    const server = await startServer(answering(200, JSON.stringify({ data })));
    try {
      const { code, stdout } = await runCommand(tmpdir(), ['doctor', ...endpoint(server)], {});
      expect(stdout).toContain(': 7 models: qwen3, a\u241B[2Jb, c, d, e, f, nomic-embed\n');
      expect(stdout).toContain('rlm ask uses qwen3 (endpoint) by default.');
      expect(code).toBe(0);
    } finally {
      await server.close();
    }
  });

  it('says that a model must be named where an endpoint lists none', async () => {
    const server = await startServer(answering(200, '{"data":[]}'));
    try {
      const { stdout } = await runCommand(tmpdir(), ['doctor', ...endpoint(server)], {});
      expect(stdout).toMatch(/lists no model\b[^]*name one with --model <id>/);
    } finally {
      await server.close();
    }
  });

  it('tells what is missing for rlm ask with exit code 1, also an address that is none', async () => {
    const environment = { RLM_BASE_URL: 'http://me:secret@127.0.0.1:9/v1' };
    const { code, stdout } = await runCommand(tmpdir(), ['doctor'], { environment });
    expect(stdout).toMatch(/missing {2}endpoint .*\bno user and\b/);
    expect(stdout).toMatch(/rlm ask uses the named endpoint,.* not /);
    expect(stdout).not.toMatch(/takes the planner/);
    expect(stdout).toMatch(/rlm ask does not work.*\bendpoint\b/);
    expect(stdout).toMatch(/found {4}quickjs {4}JavaScript, isolation wasm/);
    expect(stdout).not.toContain('secret');
    expect(code).toBe(1);
  });
});

describe('renderReport', () => {
  it('tells how to get what is missing, and shows what a server says as text', () => {
    const text = renderReport(
      {
        node: { version: '18.0.0', needed: '20.19.0', ok: false },
        endpoints: [
          {
            server: 'Ollama',
            baseUrl: 'http://127.0.0.1:11434/v1',
            isNamed: false,
            models: ['a\u001B[31m', 'b', 'c', 'd', 'e', 'f'],
          },
        ],
        model: 'planner',
        keys: ['OPENAI_API_KEY'],
        backends: [
          {
            name: 'quickjs',
            language: 'javascript',
            isolation: 'wasm',
            takenBy: 'rlm ask',
            ok: false,
            problem: 'there is no quickjs.wasm',
            hint: 'pass the file',
          },
        ],
        missing: ['Node.js 20.19.0 or newer', 'quickjs, in which code runs'],
      },
      plain,
    );
    expect(text).toMatch(/missing {2}18\.0\.0; .*20\.19\.0\b/);
    expect(text).toMatch(/6 models: a.*, b, c, d, e, and 1 more/);
    expect(text).not.toContain('\u001B');
    expect(text).toMatch(/missing {2}quickjs .*no quickjs\.wasm\n +pass the file/);
    expect(text).toMatch(/you can be the model in the page/);
    expect(text).toMatch(/set {6}OPENAI_API_KEY, for --base-url/);
    expect(text).toMatch(/not set {2}ANTHROPIC_API_KEY, for --provider anthropic/);
    expect(text).toMatch(/ lacks Node\.js 20\.19\.0 .*, quickjs/);
  });
});
