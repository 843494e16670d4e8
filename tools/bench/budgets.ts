/** The budgets and the figures they apply to. A missed budget is shown and fails nothing. */
export interface Budget {
  readonly figure: 'p50' | 'p99'
  readonly limit: number
  /** Whether the figure has to reach the limit rather than stay below it. */
  readonly atLeast?: true
}

const below = (limit: number, figure: Budget['figure'] = 'p50'): Budget => ({ figure, limit })

const BUDGETS: Readonly<Record<string, Budget>> = {
  'server.start': below(1_000),
  'server.memory.idle': below(150),
  'server.memory.rested': below(150),
  'server.list.15': below(10, 'p99'),
  'server.list.50': below(10, 'p99'),
  'server.list.100': below(10, 'p99'),
  'server.list.next': below(10, 'p99'),
  'server.list.jump': below(10, 'p99'),
  'server.counters': below(10, 'p99'),
  'server.flag.1': below(10, 'p99'),
  'server.flag.100': below(10, 'p99'),
  'server.search.subject': below(50),
  'server.search.body': below(50),
  'server.search.rare': below(50),
  'server.search.common': below(50),
  'server.delivery': { figure: 'p50', limit: 300, atLeast: true },
  ...Object.fromEntries(
    ['common', 'subject', 'rare', 'character', 'letter', 'letters'].flatMap((id) => [
      [`organisation.search.${id}`, below(20, 'p99')],
      [`organisation.others.${id}`, below(20, 'p99')],
    ]),
  ),
  'people.tree': below(50),
  'people.department': below(10),
  ...Object.fromEntries(
    ['name', 'reading', 'initials', 'letter', 'department', 'duty', 'phone'].map((id) => [
      `people.search.${id}`,
      below(50, 'p99'),
    ]),
  ),
  // 240 kB and 40 kB in KiB.
  'browser.cold.js': below(234.4),
  'browser.cold.css': below(39),
  'browser.cold.requestsUsable': below(15),
  'browser.open.first.felt': below(150),
  'browser.open.second.felt': below(150),
  'browser.open.html.felt': below(150),
  'browser.open.again.felt': below(50),
  'browser.open.next.felt': below(50),
  'browser.list.jump.felt': below(150),
  'browser.list.rows': below(60),
}

export const budgetOf = (id: string): Budget | null => BUDGETS[id] ?? null
