import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { executeAction } from '@rlm/penguin-engine';
import { scriptedModel } from '@rlm/kernel/testing';
import { runRlm } from '@rlm/runner';
import { quickjs } from '@rlm/sandbox/quickjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { mcpTools } from '../../src/index.js';
import { connectProgram } from '../support/connect.js';

describe('the server "everything" of the protocol', () => {
  let client: Client;
  beforeAll(async () => {
    client = await connectProgram('server-everything', ['stdio']);
  });
  afterAll(() => client.close());

  it('has all its tools taken, with their schemas', async () => {
    const { tools, refused } = await mcpTools(client);
    expect(refused).toEqual([]);
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['echo', 'get_sum', 'get_structured_content']));
    const sum = tools.find(({ name }) => name === 'get_sum');
    expect(sum?.inputSchema).toMatchObject({ properties: { a: {}, b: {} } });
  });

  it('answers code in a REPL', async () => {
    const { tools } = await mcpTools(client, {
      include: ['echo', 'get-sum', 'get-structured-content'],
      approve: false,
    });
    const code = [
      'const sum = await get_sum({ a: 2, b: 40 });',
      'const weather = await get_structured_content({ location: "Chicago" });',
      'let fault;',
      'try { await get_sum({ a: "two" }); } catch (error) { fault = error.message; }',
      'FINAL([sum, typeof weather.temperature, fault]);',
    ].join('\n');
    const run = runRlm({
      model: scriptedModel([`\`\`\`js\n${code}\n\`\`\``]),
      sandbox: quickjs(),
      query: 'Sum and weather?',
      tools,
    });
    const { value } = await run.result;
    expect(value).toEqual([
      expect.stringContaining('42') as string,
      'number',
      expect.stringMatching(/\btool get-sum .*error.*number/s) as string,
    ]);
  });
});

describe('the server "filesystem" of the protocol', () => {
  let folder: string;
  let client: Client;
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'rlm-mcp-')));
    await writeFile(join(folder, 'a.txt'), 'needle');
    client = await connectProgram('server-filesystem', [folder]);
  });
  afterAll(async () => {
    await client.close();
    await rm(folder, { recursive: true });
  });

  it('has a person asked before a file is written, and not before one is read', async () => {
    const { tools } = await mcpTools(client, { prefix: 'fs_' });
    const asked: string[] = [];
    const call = (name: string, input: object) =>
      executeAction(
        { id: '1', name, arguments: JSON.stringify(input) },
        {
          tools,
          approve: ({ action }) => {
            asked.push(action);
            return true;
          },
        },
      );
    const read = await call('fs_read_text_file', { path: join(folder, 'a.txt') });
    expect(read).toMatchObject({ status: 'completed' });
    expect(read.result).toContain('needle');
    expect(asked).toEqual([]);
    const path = join(folder, 'b.txt');
    expect(await call('fs_write_file', { path, content: 'hay' })).toMatchObject({
      status: 'completed',
    });
    expect(asked).toEqual(['fs_write_file']);
    expect(await readFile(path, 'utf8')).toBe('hay');
  });

  it('passes its own refusal on: a file outside of its folder', async () => {
    const { tools } = await mcpTools(client, { include: ['read_text_file'] });
    const record = await executeAction(
      { id: '1', name: 'read_text_file', arguments: JSON.stringify({ path: '/etc/hostname' }) },
      { tools },
    );
    expect(record).toMatchObject({ status: 'error' });
    expect(record.result).toContain('Access denied');
  });
});
