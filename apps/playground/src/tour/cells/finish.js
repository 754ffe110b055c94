const topic = topics[inOrder.indexOf(peak)];
const answer = `Most in the ${peak}: ${mentions} mentions, mostly about ${topic}. ${first}`;
print(answer);
FINAL_VAR('answer');
