// Each prompt has the passages of one decade.
const question = 'Are these about land, rates, safety or labor?';
const prompts = decades.map(([, all]) => [question, ...all].join('\n\n'));
const topics = await llm_query_batched(prompts);
print(...topics.map((topic, at) => `${decades[at][0]}: ${topic}`));
