// What a model would write for each task, cell by cell.

export const javascript = {
  needle: [
    "print(context.indexOf('code of the vault'))",
    'FINAL(/code of the vault is (\\d+)/.exec(context)[1])',
  ],
  'multi-hop': [
    'const keeper = /keeper of the lamp is ([^.]+)/.exec(context)[1]; print(keeper)',
    'const at = context.indexOf(`${keeper} was born in `); print(context.slice(at, at + 60))',
    'FINAL(context.slice(at, at + 60).split(".")[0].split(" in ")[1])',
  ],
  aggregation: [
    `
const parts = [];
for (let from = 0; from < context.length; ) {
  let to = Math.min(from + 200000, context.length);
  const end = context.lastIndexOf('\\n', to);
  if (to < context.length) to = end > from ? end + 1 : context.indexOf('\\n', to) + 1 || context.length;
  parts.push(context.slice(from, to));
  from = to;
}
print(parts.length);`,
    `
const ask = (part) => 'How many lines contain "slavery"?\\n' + part;
const found = await llm_query_batched(parts.map(ask));
print(found.length)`,
    'FINAL(found.reduce((sum, n) => sum + Number(n), 0))',
  ],
  pairs: [
    `
const years = new Map();
let start = context.startsWith('# ') ? 2 : context.indexOf('\\n# ') + 3;
while (start > 2 || context.startsWith('# ')) {
  const next = context.indexOf('\\n# ', start);
  const section = context.slice(start, next === -1 ? undefined : next).toLowerCase();
  const year = section.slice(0, 4);
  let lines = 0;
  for (let at = section.indexOf('railroad'); at !== -1; ) {
    lines++;
    const end = section.indexOf('\\n', at);
    at = end === -1 ? -1 : section.indexOf('railroad', end);
  }
  years.set(year, (years.get(year) ?? 0) + lines);
  if (next === -1) break;
  start = next + 3;
}
print(years.size)`,
    `
let n = 0;
const all = [...years.values()].filter((v) => v > 0);
for (let i = 0; i < all.length; i++) for (let j = i + 1; j < all.length; j++) if (all[i] === all[j]) n++;
FINAL(n)`,
  ],
  'spam count': [
    `
const ids = Object.keys(context);
const batches = [];
for (let i = 0; i < ids.length; i += 50) batches.push(ids.slice(i, i + 50));
print(ids.length)`,
    `
const ask = (batch) => "How many are spam?\\n" + batch.map((id) => "[" + id + "]\\n" + context[id]).join("\\n");
const answers = await llm_query_batched(batches.map(ask));
FINAL(answers.reduce((sum, n) => sum + Number(n), 0))`,
  ],
};

export const python = {
  needle: [
    "print(context.find('code of the vault'))",
    "import re\nFINAL(re.search(r'code of the vault is (\\d+)', context).group(1))",
  ],
  'multi-hop': [
    "import re\nkeeper = re.search(r'keeper of the lamp is ([^.]+)', context).group(1)\nprint(keeper)",
    "at = context.find(f'{keeper} was born in ')\nprint(context[at:at + 60])",
    "FINAL(context[at:at + 60].split('.')[0].split(' in ')[1])",
  ],
  aggregation: [
    `
parts = []
start = 0
while start < len(context):
    end = min(start + 200000, len(context))
    if end < len(context):
        cut = context.rfind('\\n', start, end)
        if cut > start:
            end = cut + 1
        else:
            cut = context.find('\\n', end)
            end = len(context) if cut == -1 else cut + 1
    parts.append(context[start:end])
    start = end
print(len(parts))`,
    `
found = llm_query_batched([f'How many lines contain "slavery"?\\n{part}' for part in parts])
print(len(found))`,
    'FINAL(sum(int(n) for n in found))',
  ],
  pairs: [
    `
import re
years = {}
for section in re.split(r'^# ', context, flags=re.M)[1:]:
    year = section[:4]
    lines = sum('railroad' in line.lower() for line in section.split('\\n'))
    years[year] = years.get(year, 0) + lines
print(len(years))`,
    `
values = [v for v in years.values() if v > 0]
FINAL(sum(values[i] == values[j] for i in range(len(values)) for j in range(i + 1, len(values))))`,
  ],
  'spam count': [
    `
ids = list(context)
batches = [ids[i:i + 50] for i in range(0, len(ids), 50)]
print(len(ids))`,
    `
def ask(batch):
    return 'How many are spam?\\n' + '\\n'.join(f'[{id}]\\n{context[id]}' for id in batch)
FINAL(sum(int(n) for n in llm_query_batched([ask(batch) for batch in batches])))`,
  ],
};
