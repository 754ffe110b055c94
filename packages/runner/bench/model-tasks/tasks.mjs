// Six tasks in the shape of those that a model played by hand, with its mistakes: each reply but the last does something that models
// do wrong. The run must end right, and the model must be told what to mend.
import {
  complains,
  isDark,
  makeChain,
  makeCode,
  makeLog,
  makeMessages,
  makeNovel,
  makeRecords,
} from './data.mjs';

const js = (code, words = '') => `${words}\n\`\`\`js\n${code}\n\`\`\`\n`;
const python = (code, words = '') => `${words}\n\`\`\`python\n${code}\n\`\`\`\n`;

/** What was asked last, as the sub-model reads it. */
const asked = ({ messages }) => messages.at(-1).content;

const plans = {
  'needle and count over 10.8 MB'() {
    const { text, comets } = makeLog();
    return {
      language: 'javascript',
      query: 'What is the password of the lighthouse, and how many lines name a comet?',
      context: text,
      gold: `quartz-41, ${comets}`,
      told: [/characters/, /require/, /lines.*not defined|not a function/s, /quartz-41/],
      replies: [
        js('print(context)', 'I read the log.'),
        `${js("const fs = require('fs');\nprint(fs.readFileSync('log.txt').length)")}The log has 3 comets, so the answer is 3.`,
        js('const found = lines.filter((line) => line.includes("password"));\nprint(found)'),
        js(
          'const all = context.split("\\n");\nconst found = all.find((line) => line.includes("password"));\nconst comets = all.filter((line) => line.includes("comet")).length;\nprint(found, comets)',
        ),
        js('FINAL(`${found.match(/is (\\S+)\\.$/)[1]}, ${comets}`)'),
      ],
    };
  },
  'reading 24 messages with sub-queries'() {
    const { messages, complaints } = makeMessages();
    return {
      language: 'javascript',
      query: 'How many of the messages complain?',
      context: messages,
      gold: String(complaints),
      subModel: (request) => (complains(asked(request)) ? 'yes' : 'no'),
      told: [/await/, /string/, /yes,|no,/, /count.*not found/s],
      replies: [
        js(
          'const answers = context.map((m) => llm_query(`Does this complain? yes or no\\n${m.text}`));\nprint(answers.filter((a) => a.startsWith("yes")).length)',
        ),
        js('const all = await llm_query(context.map((m) => m.text));\nprint(all)'),
        js(
          'const told = await llm_query_batched(context.map((m) => `Does this complain? yes or no\\n${m.text}`));\nprint(told.join())',
        ),
        js('const complaints = told.filter((a) => a === "yes").length;\nFINAL_VAR("count")'),
        js('const complaints = told.filter((a) => a === "yes").length;\nFINAL_VAR("complaints")'),
      ],
    };
  },
  'pairs over 6,000 records'() {
    const { records, pairs } = makeRecords();
    return {
      language: 'javascript',
      query: 'How many pairs of records share both the city and the year?',
      context: records,
      gold: String(pairs),
      told: [/SyntaxError/, /undefined/, /nothing ended/, /\d/],
      replies: [
        js('const rows = JSON.parse(context);\nprint(rows.length)'),
        js('print(context.slice(0, 2).map((r) => r.town.toUpperCase()))'),
        '```json\n{"pairs": 12}\n```\n',
        js(
          'const groups = {};\nfor (const { city, year } of context) { const key = city + year; groups[key] = (groups[key] ?? 0) + 1; }\nconst pairs = Object.values(groups).reduce((sum, n) => sum + n * (n - 1) / 2, 0);\nprint(pairs);',
        ),
        js('FINAL(pairs)'),
      ],
    };
  },
  'a chain over 9,000 shuffled lines'() {
    const { text, end } = makeChain();
    return {
      language: 'python',
      query: 'From gate, follow the lines: in which room does the way end?',
      context: text,
      gold: end,
      told: [/FileNotFoundError/, /RecursionError/, /KeyError/, /TypeError/],
      replies: [
        python('import os\nprint(open("rooms.txt").read()[:100])'),
        python(
          'steps = dict(line.split(" leads to ") for line in context.splitlines())\ndef follow(room):\n    return follow(steps[room]) if room in steps else room\nprint(follow("gate"))',
        ),
        python('room = "gate"\nwhile True:\n    room = steps[room]'),
        python('room = b"gate"\nprint("at " + room)'),
        python('room = "gate"\nwhile room in steps:\n    room = steps[room]\nFINAL_VAR("room")'),
      ],
    };
  },
  'a code base of 11 files'() {
    const { files, unused } = makeCode();
    return {
      language: 'javascript',
      query: 'Which exported function is called nowhere?',
      context: files,
      gold: unused,
      told: [/TypeError/, /import/, /not iterable/, /mergeLedger/],
      replies: [
        js('print(context.split("\\n").length)'),
        js('import { parse } from "acorn";\nprint(parse(context["src/main.js"]).body.length)'),
        js('for (const file of context) print(file)'),
        js(
          'const source = Object.values(context).join("\\n");\nconst names = [...source.matchAll(/export function (\\w+)/g)].map((m) => m[1]);\nconst unused = names.filter((name) => source.split(name + "([").length < 2);\nprint(unused)',
        ),
        js('FINAL(unused[0])'),
      ],
    };
  },
  'a novel by chapters'() {
    const { text, dark } = makeNovel();
    let asks = 0;
    return {
      language: 'javascript',
      query: 'In which chapters does the lamp go out?',
      context: text,
      gold: dark.join(', '),
      subModel(request) {
        asks += 1;
        if (asks === 5) throw new Error('overloaded');
        return isDark(asked(request)) ? 'yes' : 'no';
      },
      told: [/TypeError/, /4 12/, /3, 7, 8/, /nothing ended/],
      replies: [
        js(
          'const chapters = context.split(/CHAPTER \\d+/).slice(1);\nconst dark = await llm_query_batched(chapters.map((c) => `Does the lamp go out? yes or no\\n${c}`));\nprint(dark.map((a) => a.trim()).join())',
        ),
        js('print(dark.indexOf(null), dark.length)'),
        js(
          'for (const [i, a] of dark.entries()) if (a === null) dark[i] = await llm_query(`Does the lamp go out? yes or no\\n${chapters[i]}`);\nconst found = dark.flatMap((a, i) => (a === "yes" ? [i + 1] : []));\nprint(found)',
        ),
        'The answer is clear now: chapters 3, 7 and 8.',
        js('FINAL(found.join(", "))'),
      ],
    };
  },
};

/** The names of the tasks. */
export const modelTaskNames = Object.keys(plans);

/** A task by its name, with data of its own. */
export const makeModelTask = (name) => plans[name]();
