import { budgetOf } from './budgets.ts'
import type { Measurement, Results, Unit } from './measurement.ts'
import { bestPeer, PEERS, peersOf } from './peers.ts'

/** Rows that are shown only as parts of others, to keep the table readable. */
const PARTS = /\.(login|inbox)\.(html|js|css|img|font|data)$/

const HEAD = ['', 'Yanshu', ...PEERS, 'budget', '']

/** What stands in one line: title, own figure, peers, budget, and a word where it is behind or over. */
type Line = readonly string[]

function figure(value: number, unit: Unit): string {
  const digits = unit === 'count' ? 0 : value < 10 ? 1 : 0
  return value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: 0 })
}

const unitOf = (unit: Unit): string => (unit === 'count' ? '' : unit === 'per second' ? ', per second' : `, ${unit}`)

function own({ summary, unit, style }: Measurement): string {
  if (style === 'percentiles') return `p50 ${figure(summary.p50, unit)}  p99 ${figure(summary.p99, unit)}`
  if (style === 'tail') {
    const { p50, p95, p99, max } = summary
    return `p50 ${figure(p50, unit)}  p95 ${figure(p95, unit)}  p99 ${figure(p99, unit)}  max ${figure(max, unit)}`
  }
  if (summary.min === summary.max) return figure(summary.p50, unit)
  return `${figure(summary.p50, unit)} (${figure(summary.min, unit)}–${figure(summary.max, unit)})`
}

/** Differences below this many milliseconds are the method's, not the program's. */
const NOISE_MS = 20

function lineOf(measurement: Measurement, mails: number): Line {
  const { id, title, unit, summary } = measurement
  const peers = peersOf(id, mails)
  const budget = budgetOf(id)
  const behind =
    peers !== null && !id.startsWith('floor') && summary.p50 > bestPeer(peers) + (unit === 'ms' ? NOISE_MS : 0)
  const value = budget ? summary[budget.figure] : 0
  const over = budget !== null && (budget.atLeast ? value < budget.limit : value > budget.limit)
  return [
    `${title}${unitOf(unit)}`,
    own(measurement),
    ...PEERS.map((_, at) => {
      const peer = peers?.[at]
      return peer === null || peer === undefined ? '–' : figure(peer, unit)
    }),
    budget
      ? `${budget.atLeast ? '≥' : '≤'} ${figure(budget.limit, unit)}${budget.figure === 'p50' ? '' : ` ${budget.figure}`}`
      : '',
    [over ? 'over budget' : '', behind ? 'behind a peer' : ''].filter((word) => word !== '').join(', '),
  ]
}

function groupsOf(measurements: readonly Measurement[]): Map<string, Measurement[]> {
  const groups = new Map<string, Measurement[]>()
  for (const one of measurements) {
    const list = groups.get(one.group)
    if (list) list.push(one)
    else groups.set(one.group, [one])
  }
  return groups
}

/** Everything of one mailbox size as aligned text. */
export function textTables(mails: number, results: Results): string {
  const out: string[] = [`\nMailbox of ${mails.toLocaleString('en')} mails`]
  const groups = [...groupsOf(results.measurements)].map(([group, rows]) => ({
    group,
    lines: rows.map((row) => lineOf(row, mails)),
  }))
  const widths = HEAD.map((head, column) =>
    Math.max(width(head), ...groups.flatMap(({ lines }) => lines.map((line) => width(line[column] ?? '')))),
  )
  const print = (line: Line) =>
    line
      .map((cell, at) => pad(cell, widths[at] ?? 0, at > 0 && at < 6))
      .join('  ')
      .trimEnd()
  for (const { group, lines } of groups) out.push('', print([group, ...HEAD.slice(1)]), ...lines.map(print))
  const wrong = results.checks.filter(({ expected, found }) => expected !== found)
  out.push('', `Counts: ${results.checks.length - wrong.length} of ${results.checks.length} right`)
  for (const { what, expected, found } of wrong) out.push(`  WRONG: ${what}: expected ${expected}, found ${found}`)
  for (const { what, why } of results.missing) out.push(`  Not measured: ${what} (${why})`)
  return out.join('\n')
}

/** The same as Markdown, without the lines that break others down. */
export function markdownTables(mails: number, results: Results): string {
  const out: string[] = [`### ${mails.toLocaleString('en')} mails`]
  const cells = (line: Line) => `| ${line.slice(0, 6).join(' | ')} |`
  for (const [group, rows] of groupsOf(results.measurements)) {
    out.push('', cells([group, ...HEAD.slice(1)]), '| --- | --: | --: | --: | --: | --: |')
    for (const row of rows) if (!PARTS.test(row.id)) out.push(cells(lineOf(row, mails)))
  }
  return out.join('\n')
}

/** Columns a terminal gives to a text: two for each character of Chinese. */
function width(text: string): number {
  let columns = 0
  for (const character of text)
    columns += /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/.test(character)
      ? 2
      : 1
  return columns
}

function pad(text: string, columns: number, right: boolean): string {
  const space = ' '.repeat(Math.max(0, columns - width(text)))
  return right ? space + text : text + space
}
