// The decade with the most mentions.
const most = decades.reduce((best, next) => (next.mentions > best.mentions ? next : best));
print(most);
