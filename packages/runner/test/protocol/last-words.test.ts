import { scriptedModel } from '@rlm/kernel/testing';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { runRlm } from '../../src/index.js';
import { lastWords } from '../../src/protocol/wrap-up-run.js';
import { cell } from '../support/cell.js';

const json = '```json\n{"n": 1}\n```';

async function wrapUp(reply: string) {
  const model = scriptedModel([cell('let a = 1'), reply]);
  return await runRlm({ model, sandbox: quickjs(), query: 'q', maxSteps: 1 }).result;
}

describe('lastWords', () => {
  it.each([
    ['prose', 'About 42.', 'About 42.'],
    ['a block that is all there is', json, '{"n": 1}'],
    ['several blocks', '```text\na\n```\n~~~\nb\n~~~', 'a\n\nb'],
    ['a block with text around it', `It is:\n${json}`, `It is:\n${json}`],
    ['a block glued to text', `It is:${json}\nSo.`, `It is:${json}\nSo.`],
    ['a longer fence with a shorter one in it', '````text\na\n```\nb\n````', 'a\n```\nb'],
    ['a fence in the line of a list item', '- ```text\n  a\n  ```', '-'],
    ['thoughts before it', '<think>hm ``` </think>\n42', '42'],
  ])('are %s', async (_, reply, answer) => {
    if (answer !== '-') expect(lastWords(reply, [])[0]).toBe(answer);
    const result = await wrapUp(reply);
    expect(result).toMatchObject({ source: 'wrap-up', finishReason: 'max_steps' });
    expect(result.answer).toBe(answer === '-' ? 'a' : answer);
  });

  it.each([json, `Here it is:\n\n${json}\n\nThat is all.`, `See:${json}`])(
    'are data where a schema asks for them: %j',
    async (reply) => {
      const model = scriptedModel([cell('let a = 1'), reply]);
      const schema = z.object({ n: z.number() });
      const run = runRlm({ model, sandbox: quickjs(), query: 'q', maxSteps: 1, schema });
      expect((await run.result).value).toEqual({ n: 1 });
    },
  );

  it.each([
    ['```sql\nSELECT count(*) FROM t\n```', 'SELECT count(*) FROM t'],
    ['```sh\necho ${a}\n```', 'echo ${a}'],
    ['```yaml\naction: run\nn: 1\n```', 'action: run\nn: 1'],
    ['```html\n<p>x</p>\n<script>\nf();\n</script>\n```', '<p>x</p>\n<script>\nf();\n</script>'],
    ['```rust\nlet n = 1;\n```', 'let n = 1;'],
    ['```dockerfile\nENV A=1\n```', 'ENV A=1'],
    ['```graphql\nquery { a }\n```', 'query { a }'],
    ['```sql\nSELECT 1\n```\n```sql\nSELECT 2\n```', 'SELECT 1\n\nSELECT 2'],
    ['As asked:\n```sql\nSELECT 1\n```', 'As asked:\n```sql\nSELECT 1\n```'],
  ])('are code that no REPL runs: %j', async (reply, answer) => {
    expect((await wrapUp(reply)).answer).toBe(answer);
  });

  it.each([
    ['```python\nprint(a)\n```', null],
    ['```tsx\nprint(a', null],
    ['```sandbox\nb = a\n```', null],
    ['```sh\nFINAL(42)\n```', null],
    ['```xml\n<invoke name="f">\n</invoke>\n```', null],
    ['```json\n{"name": "f", "arguments": {}}\n```', null],
    ['It is 5.\n```python\nprint(a)\n```\n```sql\nSELECT 1\n```', 'It is 5.'],
  ])('are not code of a REPL or a call of a tool: %j', async (reply, answer) => {
    expect((await wrapUp(reply)).answer).toBe(answer);
  });

  it('are none where the code was cut off', async () => {
    expect(await wrapUp('```repl\nprint(')).toMatchObject({ answer: null });
    expect(await wrapUp('It is 5.\n```repl\nprint(')).toMatchObject({ answer: 'It is 5.' });
  });
});
