const answer = `Most in the ${decade}: ${most}. ${first}`;
print(answer);
FINAL_VAR('answer');
