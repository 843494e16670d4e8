const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUE_OF = new Map([...DIGITS].map((digit, value) => [digit, value]))

/** The numbers of one segment of a source map, each the difference to the one before (base 64 VLQ, ECMA-426). */
function numbersOf(segment: string): number[] {
  const numbers: number[] = []
  let value = 0
  let shift = 0
  for (const digit of segment) {
    const bits = VALUE_OF.get(digit) ?? 0
    value += (bits & 31) << shift
    shift += 5
    if (bits & 32) continue
    numbers.push(value & 1 ? -(value >> 1) : value >> 1)
    value = 0
    shift = 0
  }
  return numbers
}

export interface SourceMapLike {
  readonly sources: readonly string[]
  readonly mappings: string
}

/** What no source stands for: the bundler's own code around the modules. */
export const BUNDLER = '(bundler)'

/** How many characters of a script come from each source of its map. */
export function attribute(script: string, { sources, mappings }: SourceMapLike): Map<string, number> {
  const lengths = new Map<string, number>()
  const lines = script.split('\n')
  let source = 0
  for (const [at, line] of mappings.split(';').entries()) {
    const end = lines[at]?.length ?? 0
    let column = 0
    let from = 0
    let name = BUNDLER
    const count = (to: number) => lengths.set(name, (lengths.get(name) ?? 0) + Math.max(0, to - from))
    for (const segment of line ? line.split(',') : []) {
      const [columns = 0, sourceBy] = numbersOf(segment)
      column += columns
      count(column)
      from = column
      if (sourceBy !== undefined) source += sourceBy
      name = sourceBy === undefined ? BUNDLER : (sources[source] ?? BUNDLER)
    }
    count(end)
  }
  return lengths
}
