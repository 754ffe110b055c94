import { growthOf } from '@rlm/config/growth';
import { describe, expect, it } from 'vitest';

import { detectFinalInText, parseCodeBlocks, proseOf } from '../src/index.js';
import {
  closesUnopened,
  createThoughtFilter,
  thoughtSpans,
  withoutThoughts,
} from '../src/internal.js';

const draft = 'Perhaps Bob.\nFINAL(Bob)\n\n```repl\nprint("draft")\n```\n';

/** Each way of writing a thought, around a draft. */
const thoughts: Readonly<Record<string, (thought: string) => string>> = {
  '<think>': (thought) => `<think>\n${thought}</think>\n\n`,
  '<thinking>': (thought) => `<thinking>${thought}</thinking>\n`,
  '<Think>, attributes, blanks': (thought) => `<Think budget="12" >\n${thought}</THINK >\n`,
  '<thought>': (thought) => `<thought>\n${thought}</thought>\n`,
  '<thoughts>': (thought) => `\n<thoughts>\n${thought}</thoughts>`,
  '<reasoning>': (thought) => `<reasoning>\n${thought}</reasoning>\n`,
  '<thought_process>': (thought) => `<thought_process>\n${thought}</thought_process>\n`,
  '<reasoning_content>': (thought) => `<reasoning_content>${thought}</reasoning_content>\n`,
  '<|think|>': (thought) => `<|think|>${thought}<|/think|>`,
  '<seed:think>': (thought) => `<seed:think>\n${thought}</seed:think>`,
  '<longcat_think>': (thought) => `<longcat_think>\n${thought}</longcat_think>\n`,
  '[THINK]': (thought) => `[THINK]${thought}[/THINK]`,
  '◁think▷': (thought) => `◁think▷${thought}◁/think▷`,
  '<|START_THINKING|>': (thought) =>
    `<|START_THINKING|>${thought}<|END_THINKING|><|START_RESPONSE|>`,
  '<|begin_of_thought|>': (thought) =>
    `<|begin_of_thought|>\n${thought}<|end_of_thought|>\n\n<|begin_of_solution|>\n`,
  '<|channel>thought': (thought) => `<|channel>thought\n${thought}<channel|>`,
  '<reflection>': (thought) => `<reflection>\n${thought}</reflection>\n`,
  '<scratchpad>': (thought) => `<scratchpad>\n${thought}</scratchpad>\n`,
  '<inner_monologue>': (thought) => `<inner_monologue>\n${thought}</inner_monologue>\n`,
  harmony: (thought) =>
    `<|channel|>analysis<|message|>${thought}<|end|><|start|>assistant<|channel|>final<|message|>`,
  'harmony from its start, with a preamble': (thought) =>
    `<|start|>assistant<|channel|>analysis<|message|>${thought}<|end|>\n<|start|>assistant<|channel|>commentary<|message|>Soon.<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>`,
  'harmony without its end': (thought) =>
    `<|channel|>analysis<|message|>${thought}<|channel|>final<|message|>`,
  'harmony without special tokens': (thought) => `analysisWe see. ${thought}assistantfinal`,
  'harmony without special tokens, with a preamble': (thought) =>
    `analysis${thought}assistantcommentaryI look.assistantanalysisGood.assistantfinal`,
  'a thought that the template opened': (thought) => `${thought}</think>\n\n`,
  'the same, of one line': (thought) => `Hm. ${thought}So it is.</think>`,
  'the same, of another mark': (thought) => `${thought}[/THINK]`,
  'the same, in harmony': (thought) =>
    `${thought}<|end|><|start|>assistant<|channel|>final<|message|>`,
  'the same, which names the mark': (thought) =>
    `He asks about the <think> tag.\n${thought}</think>\n`,
  'a head of the template': (thought) => `<|im_start|>assistant\n<think>${thought}</think>\n`,
  'an empty thought': () => '<think>\n\n</think>\n\n',
  'an empty element': () => '<think/>\n',
  'two thoughts': (thought) => `<think>${thought}</think>\n<reflection>Yes.</reflection>\n`,
  'a thought in a thought': (thought) => `<think>a<think>${thought}</think>b</think>\n`,
  'a thought that names its mark': (thought) =>
    `<think>The tag "</think>" ends it, and <think> opens it. ${thought}</think>\n`,
  'a mark that is there twice': (thought) => `<think>\n<think>${thought}</think>\n`,
  'an end that is there twice': (thought) => `<think>${thought}</think>\n</think>\n`,
  'a byte order mark': (thought) => `\uFEFF<think>${thought}</think>\uFEFF\n`,
};

describe.each(Object.entries(thoughts))('a thought: %s', (_, write) => {
  const before = write(draft);

  it('is no part of an answer', () => {
    expect(withoutThoughts(`${before}Ann`)).toBe('Ann');
  });

  it('ends no run and runs no code', () => {
    const reply = `${before}\nSo:\n\n\`\`\`repl\nprint("Ann")\n\`\`\`\n\nFINAL(Ann)`;
    expect(detectFinalInText(reply)).toMatchObject({ content: 'Ann', nearMisses: [] });
    expect(parseCodeBlocks(reply).map(({ code }) => code)).toEqual(['print("Ann")']);
    expect(proseOf(reply)).toBe('So:\n\n\n\nFINAL(Ann)');
  });
});

describe('withoutThoughts', () => {
  it.each([
    ['<think>', '<think>\nPerhaps Bob. FINAL(Bob)'],
    ['[THINK]', '[THINK]Perhaps\nFINAL(Bob)\n'],
    ['harmony', '<|channel|>analysis<|message|>Perhaps\nFINAL(Bob)\n'],
    ['harmony with its end', '<|channel|>analysis<|message|>Perhaps\nFINAL(Bob)\n<|end|>'],
    ['harmony without special tokens', 'analysisThe user asks for Bob.\nFINAL(Bob)\n'],
    ['special tokens alone', '<|im_end|>\n'],
  ])('leaves nothing of a thought that is all there is: %s', (_, text) => {
    expect(withoutThoughts(text)).toBe('');
    expect(detectFinalInText(text).detected).toBe(false);
  });

  it.each([
    'Ann',
    ' Ann\n',
    '',
    'Qwen opens a thought with <think> and ends it with </think>.',
    'The tag </think> ends a thought.',
    'It ends with `</think>`, or (</think>).',
    '`</think>`',
    'A\n\n<think>\nas an example\n</think>\n',
    'A [THINK] token.',
    '{"tag": "</think>", "text": "a</think>b"}',
    '```py\nprint(text.split("</think>")[1])\nre.sub(".*</think>", "", x)\n```',
    "x = s.split('</think>')[-1]",
    '<scratchpad>is what it is called',
    '<answer>Ann</answer>',
    'analysis of the data shows 3',
    'analysisResult = 5',
    'commentary',
    'Say <thinking>...</thinking> first.',
    'The tags are [THINK] and, at its end, [/THINK]\nin both.',
    'He paid <s>5</s>',
    'if a < b and c > d',
    '[1, 2]',
    '<|python_tag|>{"name": "f"}',
    '<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a": 1}',
  ])('keeps %j', (text) => {
    expect(withoutThoughts(text)).toBe(text);
  });

  it.each([
    'Ann<|im_end|>',
    'Ann<|eot_id|>',
    'Ann<|endoftext|>\n',
    'Ann</s>',
    'Ann\n<end_of_turn>\n',
    'Ann<｜end▁of▁sentence｜>',
    'Ann<|return|>',
    'Ann<|END_RESPONSE|><|END_OF_TURN_TOKEN|>',
    'Ann<turn|>',
    'Ann[/INST]',
    'Ann <|im_end|>\n<|endoftext|>',
    '\uFEFFAnn',
  ])('drops what is no part of an answer in %j', (text) => {
    expect(withoutThoughts(text)).toBe('Ann');
  });

  it('takes an element with the name of a tool for a call of it', () => {
    const call = '<think>plan</think>\nSo.';
    expect(withoutThoughts(call, ['think'])).toBe(call);
    const body = '<write_file>a\n</think>\nb</write_file>';
    expect(withoutThoughts(body, ['write_file'])).toBe(body);
    expect(withoutThoughts(`I could <search>x</search>\n</think>\n${body}`, ['search'])).toBe(body);
  });
});

it('ends a thought at a mark that a fence follows at once', () => {
  const reply = `${draft}</think>\`\`\`repl\nprint("Ann")\n\`\`\``;
  expect(parseCodeBlocks(reply).map(({ code }) => code)).toEqual(['print("Ann")']);
  expect(withoutThoughts(`<think>${reply}`)).toBe('```repl\nprint("Ann")\n```');
});

describe('a mark in the middle of a reply', () => {
  it.each([
    ['Well.\n<reasoning>\nFINAL(1)\n</reasoning>\nFINAL(2)', '2'],
    ['Well.\n[THINK]FINAL(1)[/THINK]\nFINAL(2)', '2'],
    ['Well.\n<|channel|>analysis<|message|>FINAL(1)<|end|>\nFINAL(2)', '2'],
    ['Well.\n<|channel|>final<|message|>FINAL(2)<|return|>', '2'],
    ['Sure. <think>Perhaps\nFINAL(1)', null],
    ['Well.\n◁think▷\nFINAL(1)', null],
    ['The tags <think> and </think> mark it: FINAL(2)', '2'],
    ['The <think> tag opens a thought.\nFINAL(2)', '2'],
    ['FINAL(The tag is </think>)', 'The tag is </think>'],
    ['FINAL("<think> opens it")', '<think> opens it'],
    ['FINAL(2)<|im_end|>', '2'],
  ])('is a thought unless it is only spoken of: %j', (reply, content) => {
    expect(detectFinalInText(reply).content).toBe(content);
  });
});

describe('createThoughtFilter', () => {
  /** What is shown of a reply that comes in pieces: as it comes, and at its end. */
  function shown(reply: string, size: number): readonly [soon: string, all: string] {
    const filter = createThoughtFilter();
    let soon = '';
    for (let at = 0; at < reply.length; at += size) soon += filter.push(reply.slice(at, at + size));
    return [soon, soon + filter.rest(withoutThoughts(reply))];
  }

  const known = Object.entries(thoughts).filter(
    ([name]) => !/template opened|the same|there twice/.test(name),
  );

  it.each(known)('shows the answer alone: %s', (name, write) => {
    const answer = 'Ann is\nthe <b>one</b>, and [1] too. That is all.';
    const reply = `${write(draft)}${answer}<|im_end|>`;
    for (const size of [1, 2, 3, 7, 40, reply.length]) {
      const [soon, all] = shown(reply, size);
      expect(all).toBe(answer);
      if (size < 8) expect(soon.length).toBeGreaterThan(20);
    }
  });

  it.each([
    '',
    'A',
    ' A\n',
    '<b>A</b>',
    'analysis of it',
    '[1, 2]',
    'a <think>b</think> c',
    '<thi',
  ])('shows all of %j', (reply) => {
    for (const size of [1, 2, 100]) expect(shown(reply, size)[1]).toBe(reply);
  });

  it('shows text as it comes, and begins anew for another attempt', () => {
    const filter = createThoughtFilter();
    expect(['So ', 'it ', 'is'].map((piece) => filter.push(piece))).toEqual(['So ', 'it ', 'is']);
    filter.restart();
    expect(['<think>', 'no', '</think>', 'Yes'].map((piece) => filter.push(piece))).toEqual([
      ...['', '', ''],
      'Yes',
    ]);
    expect(filter.rest('Yes')).toBe('');
  });

  it('takes linear time', () => {
    const work = (length: number): void => {
      for (const unit of ['<think>', ' </think>', 'a', '<|channel|>', '<', 'assistantfinal']) {
        const filter = createThoughtFilter();
        filter.push('<think>');
        for (let at = 0; at < length; at += unit.length) filter.push(unit);
      }
    };
    expect(growthOf(work, { small: 16_000, large: 64_000, enough: 9 })).toBeLessThanOrEqual(9);
  });
});

describe('a thought that was opened before the reply', () => {
  it.each([
    ['the rest of it</think>\n\nHello', true],
    ['<think>all of it</think>\n\nHello', false],
    ['Hello', false],
  ])('is closed by %j: %s', (reply, closes) => {
    expect(closesUnopened(reply)).toBe(closes);
  });
});

describe('thoughtSpans', () => {
  it.each([
    ['[THINK]perhaps[/THINK]Hello', [[0, 22]]],
    ['<|START_THINKING|>perhaps<|END_THINKING|>Hello', [[0, 41]]],
    ['Hello', []],
    ['Well. [THINK]perhaps[/THINK]Hello', [[6, 28]]],
    ['\n\n[THINK]perhaps[/THINK]Hello', [[0, 24]]],
    ['<think>a</think>[THINK]b[/THINK]Hello', [[0, 32]]],
    ['<think>a</think>Hello <|x|>', []],
    ['`<|x|>`\n```\n[THINK]b[/THINK]\n```\n<!-- b -->', []],
  ])('finds where %j thinks', (text, spans) => {
    expect(thoughtSpans(text)).toEqual(spans);
  });
});
