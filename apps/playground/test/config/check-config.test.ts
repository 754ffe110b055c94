import { readFile } from 'node:fs/promises';

import { rewardPolicies } from '@rlm/policies/reward';
import { describe, expect, it } from 'vitest';

import { commands } from '../../src/commands/index.js';
import { checkConfig } from '../../src/config/check-config.js';
import { configKeys, configSchema, optionOf } from '../../src/config/config-keys.js';
import { valuesOf } from '../../src/config/with-config.js';
import { UsageError } from '../../src/usage-error.js';

const check = (config: unknown): unknown =>
  checkConfig('config.json', typeof config === 'string' ? config : JSON.stringify(config));

/** Options without a key: of one call, or a choice that a file must not make. */
const ofOneCall = new Set([
  'runs',
  'yes',
  'save',
  'output',
  'force',
  'folder',
  'only',
  'seed',
  'baseline',
  'window',
  // `timeout` says the same.
  'timeout-ms',
]);

describe('rlm.config.schema.json', () => {
  it('has a key for each option of the commands that read all settings, and no other', () => {
    const readers = commands.filter(({ config }) => config === 'all');
    expect(readers.map(({ name }) => name)).toEqual([
      'ask',
      'batch',
      'chat',
      'task',
      'serve',
      'try',
    ]);
    const options = new Set(readers.flatMap((command) => Object.keys(command.options)));
    const keyed = configKeys.map(optionOf);
    expect([...options].filter((option) => !ofOneCall.has(option)).sort()).toEqual(keyed.sort());
  });

  it('is published with the package', async () => {
    const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({
      files: expect.arrayContaining(['rlm.config.schema.json']) as unknown,
    });
  });

  it('knows the rewards that there are', () => {
    const names = rewardPolicies.policies.map(({ policyName }) => policyName);
    expect(configSchema.properties.reward.enum).toEqual(names);
  });
});

describe('checkConfig', () => {
  it('reads each key, as a command line would say it', () => {
    const config = checkConfig(
      '/own/config.json',
      '\uFEFF{"$schema": "x", "maxSteps": 3, "temperature": 0, "quiet": true, "json": false, "schema": "kept.json", "headers": {"x-team": "red", "x-a": "b: c"}}',
    );
    expect(valuesOf({ file: '/own/config.json', config })).toEqual({
      'max-steps': '3',
      temperature: '0',
      quiet: true,
      schema: '/own/kept.json',
      header: 'x-team: red\nx-a: b: c',
    });
  });

  it.each([
    ['', /^config\.json is not JSON: /],
    ['{"maxSteps": 3,}', /^config\.json is not JSON: /],
    ['['.repeat(60_000), /is not JSON/],
    ['null', /\bconfig\.json .*\bobject .*\{"maxSteps": 10\}, got null\.$/],
    ['[]', /\bobject\b.* got an empty list/],
    ['"text"', /\bobject\b.* got "text"/],
    [{ maxStep: 3 }, /"maxStep" .*\bmaxSteps\?.*\bkeys are /],
    [{ 'max-cost': 3 }, /\bkey "max-cost" .*\bmaxCost\?/],
    [{ '--model': 'm' }, /\bkey "--model" .*\bmodel\?/],
    [{ save: 'run.jsonl' }, /unknown key "save"/],
    ['{"__proto__": {"planner": true}}', /unknown key "__proto__"/],
    ['{"constructor": 1, "toString": 2}', /unknown key "constructor"/],
    [{ maxSteps: 0 }, /\bmaxSteps in config\.json .* from 1, got 0\.$/],
    [{ maxSteps: '5' }, /\bmaxSteps .* from 1, got "5"\.$/],
    [{ maxSteps: 1.5 }, /\bmaxSteps .*whole number .* got 1\.5\.$/],
    [{ port: 70_000 }, /\bport .* from 0 to 65535, got 70000\.$/],
    [{ temperature: -1 }, /\btemperature .*number from 0, got -1\.$/],
    [{ quiet: 'yes' }, /\bquiet .* or false, got "yes"\.$/],
    [{ timeout: '30' }, /\btimeout .*"30s" .*, got "30"\.$/],
    [{ timeout: 30 }, /\btimeout .*"30s" .*, got 30\.$/],
    [{ baseUrl: 'file:///etc' }, /\bbaseUrl .*http\(s\) address/],
    [{ model: '' }, /\bmodel .*not empty, got ""\.$/],
    [{ model: null }, /\bmodel .*not empty, got null\.$/],
    [{ reward: 'kind' }, /\breward .*strict, lenient, .* got "kind"\.$/],
    [{ headers: ['x-team: red'] }, /\bheaders .*object of .*"/],
    [{ headers: {} }, /\bheaders .*object of /],
    [{ headers: { 'x-team': 'red\r\nx-other: blue' } }, /\bheaders .*object of /],
    [{ headers: { 'x team': 'red' } }, /\bheaders .*object of /],
    ['{"headers": {"__proto__": 5}}', /\bheaders .*object of /],
  ])('refuses %j in one line', (config, message) => {
    const refuse = (): unknown => check(config);
    expect(refuse).toThrow(UsageError);
    expect(refuse).toThrow(message);
    expect(refuse).not.toThrow(/\n/);
  });
});
