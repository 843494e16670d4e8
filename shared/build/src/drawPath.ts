/** A filled outline and where it stands, in pixels of the picture. */
export interface Placement {
  readonly scale: number
  readonly left: number
  readonly top: number
}

type Point = readonly [x: number, y: number]
interface Edge {
  readonly from: Point
  readonly to: Point
  /** 1 downwards, -1 upwards. */
  readonly winding: number
}

const CURVE_STEPS = 24
/** Lines that are looked at within the height of one pixel. */
const SUBLINES = 8

/** The corners of an SVG path of `M`, `L`, `C` and `Z` with absolute coordinates, its curves cut into short lines. */
export function outlineOf(path: string): Point[] {
  const points: Point[] = []
  for (const [, command, rest = ''] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number)
    if (command === 'Z') continue
    if (command !== 'M' && command !== 'L' && command !== 'C') throw new Error(`The path has a "${command}"`)
    const size = command === 'C' ? 6 : 2
    for (let index = 0; index + size <= numbers.length; index += size) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = numbers.slice(index, index + size)
      if (size === 2) {
        points.push([x1, y1])
        continue
      }
      const [x0, y0] = points.at(-1) ?? [0, 0]
      for (let step = 1; step <= CURVE_STEPS; step++) {
        const t = step / CURVE_STEPS
        const u = 1 - t
        const mix = (a: number, b: number, c: number, d: number) =>
          u ** 3 * a + 3 * u * u * t * b + 3 * u * t * t * c + t ** 3 * d
        points.push([mix(x0, x1, x2, x3), mix(y0, y1, y2, y3)])
      }
    }
  }
  return points
}

function edgesOf(points: readonly Point[], { scale, left, top }: Placement): Edge[] {
  const placed = points.map(([x, y]): Point => [left + x * scale, top + y * scale])
  return placed.flatMap((from, index): Edge[] => {
    const to = placed[(index + 1) % placed.length] ?? from
    if (from[1] === to[1]) return []
    return from[1] < to[1] ? [{ from, to, winding: 1 }] : [{ from: to, to: from, winding: -1 }]
  })
}

/** Where a line crosses the outline, from left to right, with the direction of what it crosses. */
const crossings = (edges: readonly Edge[], y: number) =>
  edges
    .filter(({ from, to }) => from[1] <= y && y < to[1])
    .map(({ from, to, winding }) => ({
      x: from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0]),
      winding,
    }))
    .sort((a, b) => a.x - b.x)

/**
 * How much of each pixel of a square lies inside an outline, 0 to 1, row by row.
 * @param size edge of the square in pixels
 */
export function coverageOf(path: string, size: number, placement: Placement): Float64Array {
  const edges = edgesOf(outlineOf(path), placement)
  const coverage = new Float64Array(size * size)
  for (let line = 0; line < size * SUBLINES; line++) {
    const row = Math.floor(line / SUBLINES) * size
    let winding = 0
    let from = 0
    for (const crossing of crossings(edges, (line + 0.5) / SUBLINES)) {
      if (winding !== 0) {
        const end = Math.min(size, crossing.x)
        for (let x = Math.max(0, Math.floor(from)); x < end; x++) {
          const share = Math.min(end, x + 1) - Math.max(from, x)
          coverage[row + x] = (coverage[row + x] ?? 0) + Math.max(0, share) / SUBLINES
        }
      }
      winding += crossing.winding
      from = crossing.x
    }
  }
  return coverage
}
