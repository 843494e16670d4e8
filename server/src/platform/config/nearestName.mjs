// JavaScript, because the start script reads it on a Node that knows no TypeScript.

/**
 * The name that a person who typed `typed` most likely meant, or null when none is near: swapped, missing, doubled and
 * wrong letters, at most a third of them.
 */
export function nearestName(typed, names) {
  const near = names
    .map((name) => ({ name, distance: distance(typed.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.replace(/^(YANSHU_|--)/, '').length / 3)))
    .sort((a, b) => a.distance - b.distance)
  return near[0]?.name ?? null
}

/** Single changes between two texts, a swap of neighbours being one (optimal string alignment). */
function distance(a, b) {
  let before = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let best = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, before[j - 2] + 1)
      row.push(best)
    }
    before = last
    last = row
  }
  return last[b.length]
}
