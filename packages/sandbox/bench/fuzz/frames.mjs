import { mutateText } from './mutate-text.mjs';

/** The kinds of frames of both Python protocols, as bytes (guest's and host's), and some that are none. */
const kinds = [75, 67, 70, 80, 68, 86, 90, 84, 69, 33, 79, 88, 81, 82, 0, 200, 255];
const heads = ['{"name":"llm_query"}', '{"name":"constructor"}', '{"name":"__proto__"}', '{}', '[]']
  .concat(['{"kind":"direct"}', '{"kind":"variable","name":"x"}', '{"kind":"submit"}', 'null'])
  .concat([
    '{"kind":"final","type":"done","__proto__":{"polluted":1}}',
    '{"id":1}',
    '{"id":2,"x":[]}',
  ])
  .concat(['{"id":1,"error":{"type":"E","message":"m"}}', '{"id":1,"status":"ok"}', '{"id":3'])
  .concat([
    '{"id":2,"status":"ok","stdout":{"tail":"t","dropped":1e300}}',
    '{"id":1,"status":"memory"}',
  ])
  .concat(['{"id":9007199254740993,"status":"ok"}', '{"id":1,"status":"error","error":{"type":1}}'])
  .concat(['{"walls":[]}', 'oforged output', 'eforged', '\u0000\u0000\u00f0\u003f']);
const bodies = ['', '[]', '1', '{}', '["q"]', '"x"', '{"__proto__":{"polluted":1}}', '[[[[[', 'nul']
  .concat(['[{"name":"x","typeName":"int","totalLength":-1,"preview":"p"}]', '1e999', '"\\ud800"'])
  .concat(['['.repeat(5_000) + ']'.repeat(5_000), `"${'x'.repeat(20_000)}"`, '[1,2,3]']);

/** Bytes that a guest may put on a descriptor: frames with true or forged lengths, damaged frames, noise. */
export function makeFrames(random) {
  const parts = Array.from({ length: 1 + random.below(4) }, () => makeFrame(random));
  return Buffer.concat(parts);
}

function makeFrame(random) {
  if (random.isOneIn(8)) return random.bytes(random.below(200));
  const head = random.isOneIn(3) ? mutateText(random, random.pick(heads)) : random.pick(heads);
  const body = random.isOneIn(4) ? mutateText(random, random.pick(bodies)) : random.pick(bodies);
  const payload = Buffer.from(random.isOneIn(5) ? head : `${head}\n${body}`);
  const header = Buffer.alloc(5);
  header.writeUInt8(random.isOneIn(10) ? random.below(256) : random.pick(kinds), 0);
  header.writeUInt32LE(makeLength(random, payload.length), 1);
  const frame = Buffer.concat([header, payload]);
  if (random.isOneIn(6)) frame[random.below(frame.length)] = random.below(256);
  return random.isOneIn(8) ? frame.subarray(0, random.below(frame.length)) : frame;
}

function makeLength(random, length) {
  if (!random.isOneIn(5)) return length;
  return random.pick([0, 1, length + 1, Math.max(0, length - 1), 0xffff, 0x7fffffff, 0xffffffff]);
}

/** A Python cell that writes bytes to descriptors, with some ordinary work around it. */
export function makeFrameCell(random) {
  const bytes = makeFrames(random).toString('hex');
  const all = 'list(range(64)) + [77]';
  const descriptors = random.isOneIn(3) ? all : random.pick(['[3]', '[77]', '[3, 77]', '[1, 2]']);
  const times = random.isOneIn(4) ? 2 + random.below(50) : 1;
  const work = ['print("a")', 'x = llm_query("q")', 'FINAL("mine")', 'x = 1', 'y = echo([1])'];
  const before = random.pick(work);
  const after = random.pick(work);
  const steal = random.isOneIn(10) ? `\n        os.read(fd, ${1 + random.below(20)})` : '';
  return `import os
${before}
data = bytes.fromhex("${bytes}")
for fd in (${descriptors}) * ${times}:
    try:
        os.write(fd, data)${steal}
    except OSError:
        pass
${after}`;
}
