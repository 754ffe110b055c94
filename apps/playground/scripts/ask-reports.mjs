/** The program of the recording: its model says what it is asked, and gets its replies from the recorder. */
import { jsonlStore } from '@rlm/journal/jsonl';
import { runRlm } from '@rlm/runner';

const [folder = '', url = ''] = process.argv.slice(2);

/** @type {import('@rlm/runner').ModelFunction} */
async function model({ purpose, messages }) {
  const step = messages.filter(({ role }) => role === 'assistant').length + 1;
  const prompt = messages.at(-1)?.content ?? '';
  const asked = purpose === 'sub' ? prompt.slice(0, 4) : `step ${step}`;
  console.log(purpose === 'sub' ? `  asks a sub-model about ${asked}` : `asks the model: ${asked}`);
  const reply = await fetch(url, { method: 'POST', body: asked });
  return reply.text();
}

const store = jsonlStore({ folder });
const journal = await store.create({ runId: 'travel' }).catch(() => store.open('travel'));
const years = ['2021', '2022', '2023', '2024', '2025', '2026'];
const { answer, stop } = await runRlm({
  model,
  query: 'In which years did travel cost more than planned?',
  context: Object.fromEntries(years.map((year) => [year, `Report of ${year}. `.repeat(1_000)])),
  journal,
}).result;
console.log(answer ?? stop?.message);
