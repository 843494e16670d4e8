import type { Unit } from '../measurement.ts'
import { summarise } from '../stats.ts'
import { type Figures, ROWS, type RowId } from './rows.ts'

interface Side {
  readonly name: string
  readonly figures: Figures
}

/** Medians and ranges of all sides as Markdown: a row from outside the browser, and one in the page where there is one. */
export function sideTable(sides: readonly Side[]): string {
  const rows = (Object.keys(ROWS) as RowId[]).flatMap((row) => {
    const [title, unit] = ROWS[row]
    const lines = [
      lineOf(
        `${title}, ${unit}`,
        unit,
        sides.map(({ figures }) => figures.outside.get(row) ?? []),
      ),
    ]
    if (sides.some(({ figures }) => figures.inPage.has(row))) {
      lines.push(
        lineOf(
          '  in the page',
          unit,
          sides.map(({ figures }) => figures.inPage.get(row) ?? []),
        ),
      )
    }
    return lines
  })
  return [
    `| median (lowest–highest) | ${sides.map(({ name }) => name).join(' | ')} | |`,
    `| --- | ${sides.map(() => '--:').join(' | ')} | --- |`,
    ...rows.filter((line) => line !== null),
  ].join('\n')
}

/** null where this system was not measured. */
function lineOf(title: string, unit: Unit, values: readonly (readonly number[])[]): string | null {
  const [own, ...peers] = values.map(summarise)
  if (!own || own.n === 0) return null
  const best = peers.filter(({ n }) => n > 0).toSorted((a, b) => a.p50 - b.p50)[0]
  const cells = [own, ...peers].map(({ n, p50, min, max }) =>
    n === 0 ? '–' : `${figure(p50, unit)} (${figure(min, unit)}–${figure(max, unit)})`,
  )
  return `| ${[title, ...cells, best ? verdict(own.p50, best) : ''].join(' | ')} |`
}

/** Ahead of the best peer, level with it when the median lies within that peer's range, behind it otherwise. */
function verdict(own: number, best: { readonly p50: number; readonly max: number }): string {
  if (own <= best.p50) return 'ahead'
  return own <= best.max ? 'level' : 'behind'
}

const figure = (value: number, unit: Unit): string => value.toFixed(unit === 'ms' ? 0 : 1)
