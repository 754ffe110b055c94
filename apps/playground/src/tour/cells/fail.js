const most = found.reduce((best, next) => (next.length > best.length ? next : best));
print(most);
