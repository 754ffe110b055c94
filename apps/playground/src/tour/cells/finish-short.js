const [decade, passages] = decades[0];
const topic = topics[0];
const most = `${passages.length} passages, mostly about ${topic}`;
const example = `The first: "${passages[0].slice(0, 60)}..."`;
FINAL(`Most in the ${decade}: ${most}. ${example}`);
