const inOrder = Object.keys(decades);
const prompts = inOrder.map(
  (decade) =>
    'Which of these do the passages speak of most: land, rates, safety, labor? Reply with one word.\n\n' +
    decades[decade].passages.slice(0, 40).join('\n---\n'),
);
const topics = await llm_query_batched(prompts);
for (const [index, decade] of inOrder.entries()) print(`${decade}: ${topics[index]}`);
