import { describe, expect, it } from 'vitest';

import { finishTask } from '../../src/index.js';

const json = '{"status": "partial", "summary": "Half of it."}';

describe('finishTask', () => {
  it.each([
    ['a block', `\`\`\`json\n${json}\n\`\`\``],
    ['a block in tildes', `~~~\n${json}\n~~~`],
    ['a block that is closed on its last line', `\`\`\`json\n${json}\`\`\``],
    ['a block after a byte order mark', `\uFEFF\`\`\`\n${json}\n\`\`\``],
    ['a block after a thought on a line', `<think>?</think>\n\`\`\`json\n${json}\n\`\`\``],
  ])('reads JSON in %s', (_, params) => {
    expect(finishTask(params).finish).toMatchObject({ status: 'partial', summary: 'Half of it.' });
  });

  it.each([
    ['other text beside it', `Done:\n\`\`\`json\n${json}\n\`\`\``],
    ['another block', `\`\`\`\n1\n\`\`\`\n\`\`\`json\n${json}\n\`\`\``],
  ])('refuses JSON with %s', (_, params) => {
    expect(finishTask(params)).toMatchObject({ finish: null, error: 'invalid_arguments' });
  });
});
