import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { scriptedModel } from '@rlm/kernel/testing';
import { runRlm } from '@rlm/runner';
import { quickjs } from '@rlm/sandbox/quickjs';
import { z } from 'zod';

const mails = [
  'Invoice 17 from Nordlys AS: 1,250.00 EUR, due on 1 August 2026.',
  'Lunch at noon?',
  'Invoice 18 from Halle & Co: 90.50 EUR, due on 15 August 2026.',
];

const schema = z.object({
  invoices: z.array(
    z.object({
      number: z.number().int(),
      from: z.string().min(1),
      euros: z.number().positive(),
      due: z.iso.date(),
    }),
  ),
});

// MODEL=qwen3 asks a real model. Without it, these replies are played: the first answer is refused.
const { MODEL, BASE_URL = 'http://127.0.0.1:11434/v1' } = process.env;
const script = scriptedModel([
  '```js\nFINAL({ invoices: [{ number: 17, from: "Nordlys AS", euros: "1,250.00", due: "2026-08-01" }] });\n```',
  [
    '```js',
    'const form = /Invoice (\\d+) from (.+): ([\\d,.]+) EUR, due on (.+)\\./;',
    'const found = context.mails.flatMap((mail) => [form.exec(mail) ?? []]).filter((match) => match.length > 0);',
    'const day = (text) => new Date(`${text} UTC`).toISOString().slice(0, 10);',
    'FINAL({',
    '  invoices: found.map(([, number, from, euros, due]) => ({',
    '    number: Number(number), from, euros: Number(euros.replace(",", "")), due: day(due),',
    '  })),',
    '});',
    '```',
  ].join('\n'),
]);
const model = MODEL
  ? createOpenAICompatible({ name: 'openai-compatible', baseURL: BASE_URL })(MODEL)
  : script;

const { value, finishReason, stop, steps } = await runRlm({
  model,
  sandbox: quickjs(),
  query: 'Which invoices are in these mails?',
  context: { mails },
  schema,
}).result;

for (const { refused } of steps) {
  for (const { path, expected, got } of refused?.issues ?? []) {
    console.log(`refused: ${path} must be ${expected}, got ${got}`);
  }
}
if (value === null) {
  console.error(`No invoices (${finishReason}): ${stop?.message ?? ''}`);
  process.exitCode = 1;
} else {
  // `value` has the type of the schema.
  for (const { number, from, euros, due } of value.invoices) {
    console.log(`${number}  ${from}  ${euros.toFixed(2)} EUR  ${due}`);
  }
}
