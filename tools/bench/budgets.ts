/** The budgets and the figures they apply to. A missed budget is shown and fails nothing. */
export interface Budget {
  readonly figure: 'p50' | 'p95' | 'p99'
  readonly limit: number
  /** Whether the figure has to reach the limit rather than stay below it. */
  readonly atLeast?: true
}

const atLeast = (limit: number): Budget => ({ figure: 'p50', limit, atLeast: true })
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
  'server.delivery.ahead': atLeast(1_000),
  'server.delivery.waiting': atLeast(300),
  'server.delivery.rules': atLeast(300),
  'server.many.longest': below(50),
  'organisation.others.longest': below(20),
  ...Object.fromEntries(['pending', 'all', 'middle'].map((id) => [`approvals.desk.${id}`, below(50, 'p99')])),
  ...Object.fromEntries(
    ['name', 'time', 'size', 'middle', 'next'].map((id) => [`documents.list.${id}`, below(10, 'p99')]),
  ),
  'assistant.summary': below(100, 'p99'),
  ...Object.fromEntries(
    ['tuning', 'held-out', 'second-hand'].flatMap((part) => [
      [`assistant.risk.${part}.precision`, atLeast(95)],
      [`assistant.risk.${part}.recall`, atLeast(85)],
      [`assistant.risk.${part}.newsletters marked`, below(2)],
    ]),
  ),
  ...Object.fromEntries(
    ['common', 'subject', 'rare', 'character', 'letter', 'letters'].flatMap((id) => [
      [`organisation.search.${id}`, below(20, 'p99')],
      [`organisation.others.${id}`, below(20, 'p99')],
    ]),
  ),
  ...Object.fromEntries(
    ['owner', 'other', '300 people'].flatMap((id) => [
      [`load.${id}.search`, below(300, 'p99')],
      [`load.${id}.list`, below(100, 'p99')],
    ]),
  ),
  'load.500 people.letter': below(500, 'p95'),
  'load.other.share': atLeast(70),
  'load.memory.rested': below(200),
  'people.tree': below(50),
  'people.department': below(10),
  ...Object.fromEntries(
    ['name', 'reading', 'initials', 'letter', 'department', 'duty', 'phone'].map((id) => [
      `people.search.${id}`,
      below(50, 'p99'),
    ]),
  ),
  'switching.fallback.missing': below(1_000),
  'switching.fallback.changed': below(1_000),
  // 240 kB and 40 kB in KiB.
  'browser.cold.js': below(234.4),
  'browser.cold.css': below(39),
  'browser.cold.requestsUsable': below(15),
  'browser.cold.inbox.rows.felt': below(250),
  'browser.cold.inbox.idle': below(450),
  'browser.open.first.felt': below(60),
  'browser.open.second.felt': below(60),
  'browser.open.html.felt': below(60),
  'browser.open.again.felt': below(33),
  'browser.open.next.felt': below(33),
  'browser.list.next.felt': below(40),
  'browser.list.jump.felt': below(150),
  'browser.list.jumpBytes': below(8),
  'browser.list.heapOwn': below(5.5),
  'browser.list.heapRested': below(10),
  'browser.wire.ahead.requests': below(75),
  'browser.wire.ahead.bytes': below(620),
  'browser.list.rows': below(60),
  'browser.folder.there.felt': below(60),
  'browser.folder.back.felt': below(33),
  'browser.search.subject.felt': below(70),
  'browser.mark.rows.felt': below(20),
  'browser.move.gone.felt': below(25),
  'browser.compose.ready.felt': below(90),
  'browser.compose.again.felt': below(50),
  'browser.compose.sent.felt': below(90),
  ...Object.fromEntries(
    ['calendar', 'contacts', 'settings'].flatMap((id) => [
      [`browser.first.${id}.felt`, below(150)],
      [`browser.first.${id}.task`, below(50)],
    ]),
  ),
}

export const budgetOf = (id: string): Budget | null => BUDGETS[id] ?? null
