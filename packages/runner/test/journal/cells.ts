/** What the model of the workload writes, in one language. */
export interface WorkCells {
  /**
   * The code of the first turn: all that may go another way when a run is resumed. Prompts contain the order in which answers
   * came; batches, races, children side by side, identical questions at different moments, a tool that fails, a typed answer, a
   * guest that computes between calls, randomness and the clock.
   */
  readonly first: string;
  /** Of the second: ends with calls that nobody waits for. */
  readonly last: string;
  /** A child's. */
  readonly child: string;
}

export const javascriptCells: WorkCells = {
  first: `
const order = [];
const chain = async (name) => {
  let text = name;
  for (let i = 0; i < 3; i++) {
    text = await llm_query('chain ' + name + ' after ' + order.join('') + ': ' + text);
    order.push(name);
    if (i === 1) { let sum = 0; for (let n = 0; n < 300000; n++) sum += n % 7; text += sum; }
  }
  return text;
};
const pieces = await Promise.all(['a', 'b', 'c'].map(chain));
const batch = await llm_query_batched(['one', 'two', 'three', 'one']);
const first = await Promise.race([llm_query('race 1'), llm_query('race 2')]);
const family = await Promise.all([
  rlm_query('child: how long?', { context: 'some data' }),
  rlm_query('child: how long?', { context: 'some data' }),
  rlm_query('child: what?', { context: 'other data' }),
  llm_query('the same'),
  (async () => { await llm_query('wait'); return llm_query('the same'); })(),
]);
let failed = '';
try { await broken({ reason: first }); } catch (error) { failed = error.message; }
const typed = await llm_query('number please', { schema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } });
const long = await llm_query('long ' + 'x'.repeat(5000));
console.log(order.join(''), Math.random(), Date.now(), failed, typed.n, long.length);
`,
  last: `
const late = [llm_query('never awaited 1'), llm_query('never awaited 2')];
FINAL([pieces, batch, first, family, failed, typed, Math.random(), await llm_query('at last')]);
`,
  child: `FINAL(context.length + await llm_query('in a child: ' + context));`,
};

export const pythonCells: WorkCells = {
  first: `
import asyncio, random, time
order = []
async def chain(name):
    text = name
    for i in range(3):
        text = await llm_query('chain ' + name + ' after ' + ''.join(order) + ': ' + text)
        order.append(name)
        if i == 1:
            text += str(sum(n % 7 for n in range(100000)))
    return text
pieces = await asyncio.gather(*[chain(name) for name in 'abc'])
batch = llm_query_batched(['one', 'two', 'three', 'one'])
async def later(question):
    return await llm_query(question)
racing = [asyncio.ensure_future(later('race ' + n)) for n in '12']
done, pending = await asyncio.wait(racing, return_when=asyncio.FIRST_COMPLETED)
first = sorted(task.result() for task in done)[0]
async def twice():
    await llm_query('wait')
    return await llm_query('the same')
async def child(question, data):
    return await rlm_query(question, context=data)
family = await asyncio.gather(
    child('child: how long?', 'some data'), child('child: how long?', 'some data'),
    child('child: what?', 'other data'), later('the same'), twice())
failed = ''
try:
    broken(reason=first)
except Exception as error:
    failed = str(error)
typed = llm_query('number please', schema={'type': 'object', 'properties': {'n': {'type': 'number'}}, 'required': ['n']})
long = llm_query('long ' + 'x' * 5000)
print(''.join(order), random.random(), time.time(), failed, typed['n'], len(long))
`,
  last: `
async def finish():
    FINAL([pieces, batch, first, family, failed, typed, random.random(), llm_query('at last')])
await asyncio.gather(later('never answered 1'), later('never answered 2'), finish())
`,
  child: `FINAL(str(len(context)) + llm_query('in a child: ' + context))`,
};
