import type { GoodCell, Language } from './corpus.js';

const nouns = 'entry file msg item rec node page user part note'.split(' ');

type Template = (noun: string, number: number) => string;

const python: Readonly<Record<string, Template>> = {
  filter: (v, n) =>
    `${v}s = [r for r in rows if r["value"] > ${n}]\nprint(len(${v}s))\nfor ${v} in ${v}s[:${n}]:\n    print(${v}["kind"])`,
  count: (v, n) =>
    `from collections import Counter\n${v}_counts = Counter(r["kind"] for r in rows)\nfor ${v}, number in ${v}_counts.most_common(${n}):\n    print(f"{${v}}: {number}")`,
  batch: (v, n) =>
    `${v}_prompts = [f"Read this ${v}: {text[:${n}00]}" for text in docs.values()]\n${v}_answers = llm_query_batched(${v}_prompts)\nfor prompt, answer in zip(${v}_prompts, ${v}_answers):\n    print(prompt[:20], answer)`,
  search: (v, n) =>
    `import re\n${v}_hits = [m.start() for m in re.finditer(r"${v}\\w{${n}}", context)]\nif ${v}_hits:\n    print(context[${v}_hits[0]:${v}_hits[0] + 100])\nelse:\n    print("no ${v}")`,
  function: (v, n) =>
    `def read_${v}(${v}, limit=${n}):\n    parts = []\n    for key, value in ${v}.items():\n        if len(parts) >= limit:\n            break\n        parts.append(f"{key}={value}")\n    return ", ".join(parts)\n\nprint([read_${v}(row) for row in rows])`,
  final: (v, n) =>
    `${v}_total = sum(row["value"] for row in rows) * ${n}\n${v}_result = {"${v}": ${v}_total, "n": ${n}}\nFINAL_VAR("${v}_result")`,
  pieces: (v, n) =>
    `${v}_size = ${n} * 100\nfor ${v}_start in range(0, len(context), ${v}_size):\n    piece = context[${v}_start:${v}_start + ${v}_size]\n    if piece.count("e") > ${n}:\n        print(${v}_start, piece[:20])\n        break`,
  read: (v, n) =>
    `import json\n${v}_texts = ['{"n": ${n}}', "no json"]\n${v}_values = []\nfor text in ${v}_texts:\n    try:\n        ${v}_values.append(json.loads(text)["n"])\n    except (ValueError, KeyError) as problem:\n        print("${v}", type(problem).__name__)\nprint(${v}_values)`,
  table: (v, n) =>
    `${v}_by_kind = {}\nfor row in rows:\n    ${v}_by_kind.setdefault(row["kind"], []).append(row["value"] + ${n})\n${v}_table = {kind: (min(v), max(v)) for kind, v in ${v}_by_kind.items()}\n${v}_table`,
  yes: (v, n) =>
    `${v}_votes = [llm_query(f"Is {row['kind']} a ${v}? Answer yes or no.") for row in rows[:${n}]]\n${v}_yes = sum("yes" in (vote or "").lower() for vote in ${v}_votes)\nprint(f"{${v}_yes} of {len(${v}_votes)}")`,
  memo: (v, n) =>
    `${v}_seen = set()\ndef new_${v}(${v}):\n    if ${v} in ${v}_seen:\n        return False\n    ${v}_seen.add(${v})\n    return True\n\nprint([new_${v}(number % ${n + 1}) for number in range(8)])`,
  dates: (v, n) =>
    `from datetime import datetime, timedelta\n${v}_start = datetime(2024, ${n}, 1)\n${v}_days = [${v}_start + timedelta(days=7 * i) for i in range(${n})]\nprint([f"{day:%Y-%m-%d}" for day in ${v}_days][-1])`,
  rank: (v, n) =>
    `${v}_ranked = sorted(enumerate(rows), key=lambda pair: (-pair[1]["value"], pair[0]))\n${v}_top, *${v}_others = ${v}_ranked\nprint(${v}_top[1]["kind"], len(${v}_others), ${v}_ranked[:${n}])`,
  answer: (v, n) =>
    `${v}_text = docs.get("one.txt", "")[:${n}00]\n${v}_said = llm_query(f"""Answer in one word.\n\n{${v}_text}""")\nif ${v}_said and len(${v}_said) < 1000:\n    FINAL({"${v}": ${v}_said})\nprint("no answer about the ${v}")`,
};

const javascript: Readonly<Record<string, Template>> = {
  filter: (v, n) =>
    `const ${v}s = rows.filter((r) => r.value > ${n})\nprint(${v}s.length)\nfor (const ${v} of ${v}s.slice(0, ${n})) print(${v}.kind)`,
  count: (v, n) =>
    `const ${v}Counts = {}\nfor (const { kind } of rows) ${v}Counts[kind] = (${v}Counts[kind] || 0) + 1\nObject.entries(${v}Counts).slice(0, ${n}).forEach(([${v}, number]) => console.log(\`\${${v}}: \${number}\`))`,
  batch: (v, n) =>
    `const ${v}Prompts = Object.values(docs).map((text) => \`Read this ${v}: \${text.slice(0, ${n}00)}\`)\nconst ${v}Answers = await llm_query_batched(${v}Prompts)\n${v}Prompts.forEach((prompt, i) => print(prompt.slice(0, 20), ${v}Answers[i]))`,
  search: (v, n) =>
    `const ${v}Hits = [...context.matchAll(/${v}\\w{${n}}/g)].map((m) => m.index)\nif (${v}Hits.length > 0) print(context.slice(${v}Hits[0], ${v}Hits[0] + 100))\nelse print('no ${v}')`,
  function: (v, n) =>
    `function read${v}(${v}, limit = ${n}) {\n  const parts = []\n  for (const [key, value] of Object.entries(${v})) {\n    if (parts.length >= limit) break\n    parts.push(\`\${key}=\${value}\`)\n  }\n  return parts.join(', ')\n}\nprint(rows.map((row) => read${v}(row)))`,
  final: (v, n) =>
    `const ${v}Total = rows.reduce((sum, row) => sum + row.value, 0) * ${n}\nconst ${v}Result = { ${v}: ${v}Total, n: ${n} }\nFINAL_VAR('${v}Result')`,
  ask: (v, n) =>
    `const ${v}Replies = await Promise.all(\n  rows.slice(0, ${n}).map(async (${v}) => {\n    const reply = await llm_query(\`What is \${${v}.kind}?\`)\n    return reply.trim()\n  }),\n)\nprint(${v}Replies)`,
  pieces: (v, n) =>
    `const ${v}Size = ${n} * 100\nfor (let start = 0; start < context.length; start += ${v}Size) {\n  const piece = context.slice(start, start + ${v}Size)\n  if (piece.split('e').length > ${n}) {\n    print(start, piece.slice(0, 20))\n    break\n  }\n}`,
  read: (v, n) =>
    `const ${v}Values = []\nfor (const text of ['{"n": ${n}}', 'no json']) {\n  try {\n    ${v}Values.push(JSON.parse(text).n)\n  } catch (problem) {\n    print('${v}', problem.name)\n  }\n}\nprint(${v}Values)`,
  table: (v, n) =>
    `let ${v}Table = {}\nrows.forEach(({ kind, value }) => {\n  const [low, high] = ${v}Table[kind] ?? [Infinity, -Infinity]\n  ${v}Table[kind] = [Math.min(low, value + ${n}), Math.max(high, value)]\n})\n${v}Table`,
  memo: (v, n) =>
    `const ${v}Seen = new Set()\nconst isNew${v} = (${v}) => {\n  if (${v}Seen.has(${v})) return false\n  ${v}Seen.add(${v})\n  return true\n}\nprint(Array.from({ length: 8 }, (_, i) => isNew${v}(i % ${n + 1})))`,
  rank: (v, n) =>
    `const ${v}Ranked = rows.map((row, i) => ({ ...row, i })).sort((a, b) => b.value - a.value || a.i - b.i)\nconst [${v}Top, ...${v}Others] = ${v}Ranked\nprint(${v}Top.kind, ${v}Others.length, ${v}Ranked.slice(0, ${n}))`,
  answer: (v, n) =>
    `const ${v}Text = (docs['one.txt'] ?? '').slice(0, ${n}00)\nconst ${v}Said = await llm_query(\`Answer in one word.\n\n\${${v}Text}\`)\nif (${v}Said && ${v}Said.length < 1000) FINAL({ ${v}: ${v}Said })\nprint('no answer about the ${v}')`,
  walk: (v, n) =>
    `function depthOf${v}(value, depth = 0) {\n  if (typeof value !== 'object' || value === null || depth > ${n}) return depth\n  return Math.max(depth, ...Object.values(value).map((inner) => depthOf${v}(inner, depth + 1)))\n}\nprint(depthOf${v}({ a: [rows, docs] }))`,
};

/** Cells of a few shapes under many names. */
export function generatedCells(language: Language): readonly GoodCell[] {
  const templates = language === 'python' ? python : javascript;
  return Object.entries(templates).flatMap(([shape, template]) =>
    nouns.map((noun, index) => ({ title: `${shape} ${noun}`, code: template(noun, index + 1) })),
  );
}
