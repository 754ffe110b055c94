const found = {};
for (const name of Object.keys(context).sort()) {
  const passages = context[name].match(/\brail.?roads?\b.{0,99}\b/gi) ?? [];
  (found[`${name.slice(0, 3)}0s`] ??= []).push(...passages);
}
const decades = Object.entries(found).filter(([, all]) => all.length >= 20);
decades.sort(([, a], [, b]) => b.length - a.length);
print(...decades.map(([decade, all]) => `${decade}: ${all.length}`));
