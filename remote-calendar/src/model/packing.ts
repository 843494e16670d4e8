import { DAY_MS } from '@yanshu/contracts/days'
import type { Placed } from './placed.ts'

/** Where a block stands in the column of a day: minutes after midnight, and its share of the width. */
export interface Block {
  readonly placed: Placed
  readonly from: number
  readonly to: number
  readonly left: number
  readonly width: number
}

/** What stands for blocks that had no room beside the others: their number, from the first to the last of them. */
export interface Rest extends Omit<Block, 'placed'> {
  readonly count: number
}

export interface PackedDay {
  readonly blocks: readonly Block[]
  readonly rests: readonly Rest[]
}

/** A block is at least this high, so that its title can be read, and counts as long when it is packed. */
const LEAST_MINUTES = 20

/**
 * Packs what happens on one day side by side: blocks that overlap share the width, and one that has room to its right
 * uses it. Where more than `most` stand side by side, the last of these places is for the number of the others.
 */
export function packDay(placed: readonly Placed[], day: number, most = Number.POSITIVE_INFINITY): PackedDay {
  const midnight = day * DAY_MS
  const items = placed
    .filter(
      ({ bar, startWall, endWall }) =>
        !bar && startWall < midnight + DAY_MS && (endWall > midnight || startWall >= midnight),
    )
    .map((one) => {
      const from = Math.max(0, (one.startWall - midnight) / 60_000)
      const to = Math.min(1_440, Math.max((one.endWall - midnight) / 60_000, from + LEAST_MINUTES))
      return { placed: one, from: Math.min(from, 1_440 - LEAST_MINUTES), to }
    })
    .sort((a, b) => a.from - b.from || b.to - a.to)
  const blocks: Block[] = []
  const rests: Rest[] = []
  let cluster: typeof items = []
  let end = -1
  const close = () => {
    const packed = packCluster(cluster, most)
    blocks.push(...packed.blocks)
    rests.push(...packed.rests)
    cluster = []
  }
  for (const item of items) {
    if (item.from >= end) {
      close()
      end = item.to
    }
    cluster.push(item)
    end = Math.max(end, item.to)
  }
  close()
  return { blocks, rests }
}

interface Item {
  readonly placed: Placed
  readonly from: number
  readonly to: number
}

function packCluster(items: readonly Item[], most: number): PackedDay {
  const columns: Item[][] = []
  const columnOf = new Map<Item, number>()
  for (const item of items) {
    let at = columns.findIndex((column) => (column.at(-1)?.to ?? 0) <= item.from)
    if (at < 0) at = columns.push([]) - 1
    columns[at]?.push(item)
    columnOf.set(item, at)
  }
  const places = Math.min(columns.length, most)
  const shown = columns.length > most ? most - 1 : columns.length
  const columnAt = (item: Item) => columnOf.get(item) ?? 0
  const blocks = items.flatMap((item) => {
    const at = columnAt(item)
    if (at >= shown) return []
    let span = 1
    while (at + span < shown && !columns[at + span]?.some((one) => one.from < item.to && one.to > item.from)) {
      span += 1
    }
    return [{ ...item, left: at / places, width: span / places }]
  })
  const hidden = items.filter((item) => columnAt(item) >= shown)
  return { blocks, rests: restsOf(hidden, { left: shown / places, width: 1 / places }) }
}

/** One number for all that overlap. */
function restsOf(hidden: readonly Item[], place: Pick<Rest, 'left' | 'width'>): Rest[] {
  const rests: Rest[] = []
  for (const { from, to } of hidden) {
    const last = rests.at(-1)
    if (last && from < last.to) rests[rests.length - 1] = { ...last, to: Math.max(last.to, to), count: last.count + 1 }
    else rests.push({ ...place, from, to, count: 1 })
  }
  return rests
}

/** A bar in a row of days: columns from `first` to `last`, both included, in one of the lanes from 0. */
export interface Bar {
  readonly placed: Placed
  readonly first: number
  readonly last: number
  readonly lane: number
  /** Whether it goes on before or after the row. */
  readonly before: boolean
  readonly after: boolean
}

/** Packs bars over the days of a row into lanes, longest first, so that each keeps its lane over the whole row. */
export function packLanes(placed: readonly Placed[], from: number, count: number): Bar[] {
  const to = from + count - 1
  const lanes: number[] = []
  return placed
    .filter(({ bar, firstDay, lastDay }) => bar && firstDay <= to && lastDay >= from)
    .toSorted((a, b) => a.firstDay - b.firstDay || b.lastDay - a.lastDay || a.key.localeCompare(b.key))
    .map((one) => {
      const first = Math.max(0, one.firstDay - from)
      const last = Math.min(count - 1, one.lastDay - from)
      let lane = lanes.findIndex((until) => until < first)
      if (lane < 0) lane = lanes.push(-1) - 1
      lanes[lane] = last
      return { placed: one, first, last, lane, before: one.firstDay < from, after: one.lastDay > to }
    })
}
