/** Major, minor, patch and, for a prerelease, its text. */
type Version = readonly [number, number, number, string]

const VERSION = /^v?(\d+)(?:\.(\d+|[x*])(?:\.(\d+|[x*])(?:-([\w.-]+))?)?)?(?:\+[\w.-]+)?$/

function parse(text: string): { version: Version; parts: number } | undefined {
  const match = VERSION.exec(text)
  if (!match) return undefined
  const [, major = '', minor, patch, prerelease = ''] = match
  const given = [minor, patch].findIndex((part) => part === undefined || part === 'x' || part === '*')
  const number = (part: string | undefined) => (part === undefined || part === 'x' || part === '*' ? 0 : Number(part))
  return { version: [Number(major), number(minor), number(patch), prerelease], parts: given === -1 ? 3 : given + 1 }
}

function comparePrereleases(a: string, b: string): number {
  if (a === b) return 0
  if (a === '' || b === '') return a === '' ? 1 : -1
  return a.localeCompare(b, 'en', { numeric: true })
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || comparePrereleases(a[3], b[3])
}

/** Negative, zero or positive as `a` is older than, equal to or newer than `b`; text that is no version is oldest. */
export function compareVersions(a: string, b: string): number {
  const none: Version = [-1, 0, 0, '']
  return compare(parse(a)?.version ?? none, parse(b)?.version ?? none)
}

/** Whether text is a full version `1.2.3` (a prerelease may follow). */
export const isVersion = (text: string): boolean => parse(text)?.parts === 3 && !/[x*]/.test(text.replace(/-.*/, ''))

function next([major, minor, patch]: Version, kept: number): Version {
  if (kept === 1) return [major + 1, 0, 0, '']
  return kept === 2 ? [major, minor + 1, 0, ''] : [major, minor, patch + 1, '']
}

/** How many leading numbers a caret range fixes: up to the first one that is not zero, of those that are written. */
function keptByCaret([major, minor]: Version, parts: number): number {
  if (major > 0 || parts === 1) return 1
  return minor > 0 || parts === 2 ? 2 : 3
}

function fits(version: Version, comparator: string): boolean {
  if (comparator === '*' || comparator === 'x') return version[3] === ''
  const match = /^(\^|~|>=|<=|>|<|=)?(.+)$/.exec(comparator)
  const wanted = parse(match?.[2] ?? '')
  if (!match || !wanted) return false
  const from = wanted.version
  const prereleaseOfAnother =
    version[3] !== '' && (from[3] === '' || compare([...takeNumbers(version), ''], [...takeNumbers(from), '']) !== 0)
  if (prereleaseOfAnother) return false
  const order = compare(version, from)
  const below = (kept: number) => order >= 0 && compare(version, next(from, kept)) < 0
  switch (match[1]) {
    case '^':
      return below(keptByCaret(from, wanted.parts))
    case '~':
      return below(Math.min(wanted.parts, 2))
    case '>=':
      return order >= 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '<':
      return order < 0
    default:
      return wanted.parts === 3 ? order === 0 : below(wanted.parts)
  }
}

const takeNumbers = ([major, minor, patch]: Version) => [major, minor, patch] as const

/**
 * Whether a version lies in a range as npm writes it: `^1.4.0`, `~1.4`, `>=1.2 <2`, `1.x || 2.x`, `*`.
 * A prerelease only fits a range that names a prerelease of the same version. Text that is no range fits nothing.
 */
export function satisfies(version: string, range: string): boolean {
  const parsed = parse(version)
  if (!parsed) return false
  return range.split('||').some((alternative) => {
    const comparators = alternative
      .trim()
      .replace(/(\^|~|>=|<=|>|<|=)\s+/g, '$1')
      .split(/\s+/)
      .filter(Boolean)
    return comparators.length > 0 && comparators.every((comparator) => fits(parsed.version, comparator))
  })
}
