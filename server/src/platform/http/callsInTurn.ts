import { performance } from 'node:perf_hooks'
import type { httpCalls } from '@yanshu/contracts/schemas'

/** Milliseconds of one turn of the event loop in which calls are begun. */
const BEGIN_FOR_MS = 4
/** Of so many calls at least one is begun that comes last. */
const LAST_OF = 8

type Path = (typeof httpCalls)[number]['path']
type Rank = 'first' | 'usual' | 'last'

/** Letters: rare, and a person waits until one is accepted. */
const FIRST: readonly Path[] = ['mail/email/send', 'mail/email/quickSend']
/** Calls whose result the page has drawn already, and calls that no page waits for. */
const LAST: readonly Path[] = [
  'mail/email/seen/update',
  'mail/email/sticky/update',
  'mail/email/color/update',
  'mail/email/label/update',
  'telemetry/beacon',
]
const RANKS = new Map<string, Rank>([
  ...FIRST.map((path) => [`/api/${path}`, 'first'] as const),
  ...LAST.map((path) => [`/api/${path}`, 'last'] as const),
])

const rankOf = (url: string): Rank => RANKS.get(url.split('?', 1)[0] ?? '') ?? 'usual'

/** Whether a call to this address comes before all others, wherever calls wait. */
export function comesFirst(url: string): boolean {
  return rankOf(url) === 'first'
}

/**
 * Lets calls begin a few in each turn of the event loop, in the order in which they came, letters before and marks behind the
 * others. With hundreds of people a turn would else begin all that came meanwhile, and take 50 to 100 ms; what waits for the
 * disk or a thread, such as a letter, does so ten times, and each time for a whole turn.
 * @returns what a call to an address waits for before it begins
 */
export function callsInTurn(): (url: string) => Promise<void> {
  const waiting: Readonly<Record<Rank, (() => void)[]>> = { first: [], usual: [], last: [] }
  let count = 0
  let began = 0
  let sinceLast = 0

  const next = (): (() => void) | undefined => {
    const { first, usual, last } = waiting
    const isLast = last.length > 0 && (sinceLast + 1 >= LAST_OF || first.length + usual.length === 0)
    sinceLast = isLast || last.length === 0 ? 0 : sinceLast + 1
    return isLast ? last.shift() : (first.shift() ?? usual.shift())
  }
  const turn = () => {
    began = performance.now()
    beginNext()
  }
  const beginNext = () => {
    count--
    next()?.()
    // After what the call does at once, which is a chain of promises.
    if (count > 0) queueMicrotask(() => process.nextTick(goOn))
  }
  const goOn = () => {
    if (performance.now() - began < BEGIN_FOR_MS) beginNext()
    else setImmediate(turn)
  }
  return (url) =>
    new Promise((resolve) => {
      waiting[rankOf(url)].push(resolve)
      if (++count === 1) setImmediate(turn)
    })
}
