/** What an example meets when it is run: the model's replies, files beside it; and what it then prints. */
export interface ExampleScript {
  /** Of the model behind the endpoint; undefined where no server listens. */
  readonly replies: readonly string[] | undefined;
  /** By name; the program runs in their folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** The lines that it prints, without empty ones. */
  readonly prints: readonly string[];
}

const cell = (code: string): string => `\`\`\`js\n${code}\n\`\`\``;
const rewarded = [
  'Strict reward for tool: 0.50',
  'Strict reward for tool: 0.50',
  'Strict reward for tool: 0.50',
  'stopped confidence Confidence reached: 0.95 0.5 + 0.5 + 0.5',
];

/** By document and heading: every example whose own comments do not say what it prints. */
export const exampleScripts: Readonly<Record<string, ExampleScript>> = {
  'README.md: The smallest program': {
    files: { 'handbook.txt': 'All travel is approved by Ines Duarte.' },
    replies: [
      `I look.\n${cell('print(context.match(/travel[^.]*/)[0])')}`,
      cell('FINAL(context.match(/approved by ([^.]*)/)[1])'),
    ],
    prints: ['Ines Duarte (final)'],
  },
  'packages/journal/README.md: The smallest program': {
    replies: [],
    prints: ['asked root 2', 'asked sub 1', 'asked root 4', 'Ines Duarte'],
  },
  'packages/runner/README.md: The smallest program': {
    files: { 'speeches/1790.txt': 'peace', 'speeches/1836.txt': 'the railroad' },
    replies: [
      cell('FINAL(Object.keys(context).find((name) => context[name].includes("railroad")))'),
    ],
    prints: ['final 1836.txt'],
  },
  'packages/files/README.md: The smallest program': {
    files: { 'handbook/travel.txt': 'Ines Duarte approves travel.' },
    replies: [cell('FINAL(Object.values(context)[0].slice(0, 11))')],
    prints: ['Ines Duarte'],
  },
  'packages/files/docs/files.md: Some of the files': {
    files: {
      'docs/a.md': 'one',
      'docs/a.txt': 'left out',
      'docs/drafts/b.md': 'left out',
      'notes/c.md': 'three',
    },
    replies: [],
    prints: ['docs/a.md, notes/c.md 0 8'],
  },
  'packages/runner/docs/models.md: Which models': {
    replies: [cell('FINAL(context.split("\\n").length)')],
    prints: ['3 final'],
  },
  'packages/runner/README.md: Get a typed answer': {
    replies: [cell('FINAL({ spam: "one" })'), cell('FINAL({ spam: 1, ham: 1 })')],
    prints: ['1 1'],
  },
  'packages/runner/README.md: Limit what it may cost': {
    replies: [cell('FINAL("A story.")')],
    prints: ['A story. 1'],
  },
  'packages/runner/README.md: Watch it': {
    replies: [cell('FINAL(context.split(" ").length)')],
    prints: ['> FINAL(context.split(" ").length)', 'final 2'],
  },
  'packages/runner/docs/tools.md: An example': {
    replies: [cell('FINAL(`${await convert({ miles: 100 })} km`)')],
    prints: ['160.9344 km final'],
  },
  'packages/runner/docs/streaming.md: Streaming to a terminal': {
    replies: [cell('const n = context.split(" ").length; print(n)'), 'FINAL_VAR(n)'],
    prints: ['> const n = context.split(" ").length; print(n)', '3', 'final 3'],
  },
  'packages/runner/docs/limits.md: Of one run': {
    replies: [cell('const draft = "A story."'), 'FINAL_VAR(draft)'],
    prints: ['max_steps A story. 2'],
  },
  'packages/runner/docs/models.md: Temperature, headers and the like': {
    replies: [cell('FINAL(await llm_query(context))'), 'A story.'],
    prints: ['A story.'],
  },
  "packages/runner/docs/models.md: Prompts from the provider's cache": {
    replies: [cell('FINAL("A story.")')],
    prints: ['A story. 0.000105 0'],
  },
  'packages/runner/docs/limits.md: A budget for several runs': {
    replies: [cell('FINAL("Ines")'), cell('FINAL("Ines")')],
    prints: ['2 true'],
  },
  'packages/runner/docs/limits.md: A budget for many processes': {
    replies: [cell('FINAL(context.length)')],
    prints: ['13 1 0'],
  },
  'packages/ui/README.md: The smallest program': {
    replies: [cell('FINAL("Ines Duarte")')],
    prints: ['true'],
  },
  'packages/runner/docs/questions.md: With `runMany`': {
    replies: [cell('FINAL(context.length)'), cell('FINAL(context.length)')],
    prints: ['final 13', 'final 13', '2 questions, 2 calls'],
  },
  'packages/runner/docs/policies.md: An example': {
    replies: [
      cell('const lines = context.split("\\n"); print(lines.length)'),
      cell('const longest = lines.sort((a, b) => b.length - a.length)[0]; print(longest)'),
      'FINAL_VAR(longest)',
    ],
    prints: ['0.5', '0.5', 'policy confidence 2 ccc'],
  },
  'packages/runner/docs/questions.md: Several questions, one session': {
    replies: [
      cell('const words = context.split(" "); FINAL(words.length)'),
      cell('FINAL(words[0])'),
    ],
    prints: ['6 final', 'to final'],
  },
  'packages/runner/docs/coverage.md: An example': {
    replies: [
      cell('print(context.slice(0, 1000))'),
      'FINAL(light)',
      cell('print(context)'),
      'FINAL(the lamp)',
    ],
    prints: ['final the lamp 1 0'],
  },
  'packages/penguin-engine/README.md: The smallest program': {
    replies: [],
    prints: [
      'read_note -> buy milk',
      'finish_task -> Task objective achieved. Marked for human review. Summary: The note says: buy milk [FINISH_STATUS:done]',
      'pending_review done The note says: buy milk',
    ],
  },
  'packages/penguin-engine/docs/policies.md: An example': {
    replies: [],
    prints: [...rewarded, ...rewarded],
  },
};
