// Circles in a graph of imports.

/**
 * A line for each group of files that import each other, with a shortest circle among them.
 * @param {Map<string, Set<string>>} imports
 * @returns {string[]}
 */
export function circles(imports) {
  return groups(imports).map((group) => {
    const inside = new Set(group);
    const circle = group.map((file) => shortest(imports, inside, file)).reduce((a, b) => (b.length < a.length ? b : a));
    const rest = group.length > new Set(circle).size ? ` (one of several among ${group.length} files: ${group.join(", ")})` : "";
    return `circle of imports: ${circle.join(" -> ")}${rest}`;
  });
}

/** The strongly connected components of more than one file, after Tarjan. @param {Map<string, Set<string>>} imports */
function groups(imports) {
  const index = new Map(), low = new Map(), stack = [], found = [];
  const visit = (file) => {
    index.set(file, index.size);
    low.set(file, index.get(file));
    stack.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!index.has(next)) {
        visit(next);
        low.set(file, Math.min(low.get(file), low.get(next)));
      } else if (stack.includes(next)) {
        low.set(file, Math.min(low.get(file), index.get(next)));
      }
    }
    if (low.get(file) === index.get(file)) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1) found.push(group.sort());
    }
  };
  for (const file of imports.keys()) if (!index.has(file)) visit(file);
  return found;
}

/** A shortest way from a file back to itself. */
function shortest(imports, inside, start) {
  const before = new Map();
  const queue = [start];
  for (const file of queue) {
    for (const next of imports.get(file) ?? []) {
      if (next === start) {
        const way = [start];
        for (let at = file; at !== undefined; at = before.get(at)) way.unshift(at);
        return way;
      }
      if (inside.has(next) && !before.has(next)) {
        before.set(next, file);
        queue.push(next);
      }
    }
  }
  throw new Error(`${start} is on no circle`);
}
